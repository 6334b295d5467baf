// Routes of read receipts: /messages/{message_id}/read_receipts.
import { Type } from '@sinclair/typebox'
import type { Api } from '../http/api'
import { Id } from '../http/parameters'
import { readersOf } from './readers'

export function readReceiptRoutes(api: Api): void {
  api.get(
    '/messages/:message_id/read_receipts',
    { summary: 'Get who has read a message', path: Type.Object({ message_id: Id() }) },
    ({ organization, caller, path }) => ({ user_ids: readersOf(organization, caller, path.message_id) }),
  )
}
