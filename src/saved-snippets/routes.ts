// Routes of saved snippets: /saved_snippets.
import { Type } from '@sinclair/typebox'
import type { Api } from '../http/api'
import { longBody } from '../http/route'
import { Id } from '../http/parameters'
import { createSnippet, editSnippet, removeSnippet } from './actions'
import { snippetsOf } from './repository'
import { snippetObject } from './wire'

const path = Type.Object({ saved_snippet_id: Id() })

export function savedSnippetRoutes(api: Api): void {
  api.get(
    '/saved_snippets',
    { summary: 'Get all saved snippets', bots: 'none' },
    ({ organization, caller }) => ({
      saved_snippets: snippetsOf(organization.db, caller.id).map(snippetObject),
    }),
  )
  api.post(
    '/saved_snippets',
    {
      summary: 'Create a saved snippet',
      bots: 'none',
      maxBodyBytes: longBody,
      parameters: Type.Object({ title: Type.String(), content: Type.String() }),
    },
    async ({ organization, caller, parameters }) => ({
      saved_snippet_id: (await createSnippet(organization, caller, parameters)).id,
    }),
  )
  api.patch(
    '/saved_snippets/:saved_snippet_id',
    {
      summary: 'Edit a saved snippet',
      bots: 'none',
      maxBodyBytes: longBody,
      path,
      parameters: Type.Object({
        title: Type.Optional(Type.String()),
        content: Type.Optional(Type.String()),
      }),
    },
    ({ organization, caller, path, parameters: { title, content } }) =>
      editSnippet(organization, caller, path.saved_snippet_id, { title, content }),
  )
  api.delete(
    '/saved_snippets/:saved_snippet_id',
    { summary: 'Delete a saved snippet', bots: 'none', path },
    ({ organization, caller, path }) => removeSnippet(organization, caller, path.saved_snippet_id),
  )
}
