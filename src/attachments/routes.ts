// Routes of one's own files: /attachments.
import { Type } from '@sinclair/typebox'
import type { Api } from '../http/api'
import { Id } from '../http/parameters'
import { ownFiles } from './listing'
import { removeOwnFile } from './removing'

export function attachmentRoutes(api: Api): void {
  api.get('/attachments', { summary: 'Get attachments' }, ({ organization, caller, inTurns }) =>
    inTurns(ownFiles(organization, caller)),
  )
  api.delete(
    '/attachments/:attachment_id',
    { summary: 'Delete an attachment', path: Type.Object({ attachment_id: Id() }) },
    ({ organization, caller, path }) => removeOwnFile(organization, caller, path.attachment_id),
  )
}
