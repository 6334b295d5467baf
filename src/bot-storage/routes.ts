// Routes of what bots keep: /bot_storage.
import { Type } from '@sinclair/typebox'
import type { Api } from '../http/api'
import { ByName } from '../http/parameters'
import { longBody } from '../http/route'
import { forgetEntries, keepEntries, keptEntries, limits } from './actions'

const path = '/bot_storage'
const keys = Type.Optional(
  Type.Array(Type.String(), { maxItems: limits.entries, description: 'All, if none are given' }),
)
const keyParameters = Type.Object({ keys })

export function botStorageRoutes(api: Api): void {
  api.get(
    path,
    { summary: 'Get what the calling bot has stored', parameters: keyParameters },
    ({ organization, caller, parameters }) => ({
      storage: Object.fromEntries(keptEntries(organization, caller, parameters.keys)),
    }),
  )
  api.put(
    path,
    {
      summary: 'Store texts by key, for the calling bot alone',
      description: `At most ${limits.entries} entries and ${limits.bytes} bytes in all, keys of at most ${limits.key} characters.`,
      maxBodyBytes: longBody,
      parameters: Type.Object({
        storage: ByName({ minLength: 0, maxLength: 2 * limits.key }, Type.String(), {
          maxProperties: limits.entries,
        }),
      }),
    },
    ({ organization, caller, parameters }) => keepEntries(organization, caller, parameters.storage),
  )
  api.delete(
    path,
    {
      summary: 'Delete what the calling bot has stored',
      maxBodyBytes: longBody,
      parameters: keyParameters,
    },
    ({ organization, caller, parameters }) => forgetEntries(organization, caller, parameters.keys),
  )
}
