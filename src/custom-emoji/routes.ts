// Routes of custom emoji: /realm/emoji.
import { Type } from '@sinclair/typebox'
import type { Api } from '../http/api'
import { UploadedFile } from '../http/parameters'
import { maxPictureBody } from '../pictures/limits'
import { addCustomEmoji, removeCustomEmoji } from './actions'
import { customEmojiObjects } from './wire'

const path = Type.Object({ emoji_name: Type.String() })

export function customEmojiRoutes(api: Api): void {
  api.get('/realm/emoji', { summary: 'Get all custom emoji' }, ({ organization }) => ({
    emoji: customEmojiObjects(organization),
  }))
  api.post(
    '/realm/emoji/:emoji_name',
    {
      summary: 'Upload custom emoji',
      description: 'The file may have any field name; PNG, JPEG, GIF or WebP, of up to 5 MiB.',
      maxBodyBytes: maxPictureBody,
      path,
      parameters: Type.Object({ filename: UploadedFile }),
    },
    ({ organization, caller, path, parameters }) =>
      addCustomEmoji(organization, caller, path.emoji_name, parameters.filename),
  )
  api.delete(
    '/realm/emoji/:emoji_name',
    { summary: 'Deactivate custom emoji', path },
    ({ organization, caller, path }) => removeCustomEmoji(organization, caller, path.emoji_name),
  )
}
