// Routes of linkifiers: /realm/linkifiers and /realm/filters.
import { Type } from '@sinclair/typebox'
import type { Api } from '../http/api'
import { Id } from '../http/parameters'
import { addLinkifier, changeLinkifier, removeLinkifier, reorderLinkifiers } from './actions'
import { linkifierObjects } from './wire'

const path = Type.Object({ filter_id: Id() })
const pattern = Type.String({ description: 'A regular expression in RE2 syntax' })
const url_template = Type.String({
  maxLength: 2000,
  description: 'RFC 6570, with the named groups of the pattern as its variables',
})

export function linkifierRoutes(api: Api): void {
  api.get('/realm/linkifiers', { summary: 'Get linkifiers' }, ({ organization }) => ({
    linkifiers: linkifierObjects(organization),
  }))
  api.patch(
    '/realm/linkifiers',
    {
      summary: 'Reorder linkifiers',
      parameters: Type.Object({ ordered_linkifier_ids: Type.Array(Id(), { maxItems: 1000 }) }),
    },
    ({ organization, caller, parameters }) =>
      reorderLinkifiers(organization, caller, parameters.ordered_linkifier_ids),
  )
  api.post(
    '/realm/filters',
    { summary: 'Add a linkifier', parameters: Type.Object({ pattern, url_template }) },
    async ({ organization, caller, parameters }) => ({
      id: await addLinkifier(organization, caller, {
        pattern: parameters.pattern,
        urlTemplate: parameters.url_template,
      }),
    }),
  )
  api.patch(
    '/realm/filters/:filter_id',
    {
      summary: 'Update a linkifier',
      path,
      parameters: Type.Object({ pattern: Type.Optional(pattern), url_template: Type.Optional(url_template) }),
    },
    ({ organization, caller, path, parameters }) =>
      changeLinkifier(organization, caller, path.filter_id, {
        ...(parameters.pattern === undefined ? {} : { pattern: parameters.pattern }),
        ...(parameters.url_template === undefined ? {} : { urlTemplate: parameters.url_template }),
      }),
  )
  api.delete(
    '/realm/filters/:filter_id',
    { summary: 'Remove a linkifier', path },
    ({ organization, caller, path }) => removeLinkifier(organization, caller, path.filter_id),
  )
}
