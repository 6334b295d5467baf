// Routes of code playgrounds: /realm/playgrounds.
import { Type } from '@sinclair/typebox'
import type { Api } from '../http/api'
import { Id, Text } from '../http/parameters'
import { addPlayground, removePlayground } from './actions'

export function playgroundRoutes(api: Api): void {
  api.post(
    '/realm/playgrounds',
    {
      summary: 'Add a code playground',
      parameters: Type.Object({
        name: Text({ maxLength: 100 }),
        pygments_language: Text({ maxLength: 40 }),
        url_template: Text({ maxLength: 2000, description: 'RFC 6570, with the one variable `code`' }),
      }),
    },
    async ({ organization, caller, parameters }) => ({
      id: await addPlayground(organization, caller, {
        name: parameters.name,
        language: parameters.pygments_language,
        urlTemplate: parameters.url_template,
      }),
    }),
  )
  api.delete(
    '/realm/playgrounds/:playground_id',
    { summary: 'Remove a code playground', path: Type.Object({ playground_id: Id() }) },
    ({ organization, caller, path }) => removePlayground(organization, caller, path.playground_id),
  )
}
