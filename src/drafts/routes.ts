// Routes of drafts: /drafts.
import { Type } from '@sinclair/typebox'
import type { Api } from '../http/api'
import { longBody } from '../http/route'
import { Id } from '../http/parameters'
import { createDrafts, editDraft, listDrafts, removeDraft } from './actions'
import { draftObject, draftParameter } from './wire'

const path = Type.Object({ draft_id: Id() })

export function draftRoutes(api: Api): void {
  api.get('/drafts', { summary: 'Get drafts', bots: 'none' }, ({ organization, caller }) => {
    const drafts = listDrafts(organization, caller).map((draft) => draftObject(draft, true))
    return { count: drafts.length, drafts }
  })
  api.post(
    '/drafts',
    {
      summary: 'Create drafts',
      bots: 'none',
      maxBodyBytes: longBody,
      parameters: Type.Object({ drafts: Type.Array(draftParameter, { default: [], maxItems: 1000 }) }),
    },
    async ({ organization, caller, parameters }) => ({
      ids: await createDrafts(organization, caller, parameters.drafts),
    }),
  )
  api.patch(
    '/drafts/:draft_id',
    {
      summary: 'Edit a draft',
      bots: 'none',
      maxBodyBytes: longBody,
      path,
      parameters: Type.Object({ draft: draftParameter }),
    },
    ({ organization, caller, path, parameters }) =>
      editDraft(organization, caller, path.draft_id, parameters.draft),
  )
  api.delete(
    '/drafts/:draft_id',
    { summary: 'Delete a draft', bots: 'none', path },
    ({ organization, caller, path }) => removeDraft(organization, caller, path.draft_id),
  )
}
