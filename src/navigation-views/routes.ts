// Routes of navigation views: /navigation_views.
import { Type } from '@sinclair/typebox'
import type { Api } from '../http/api'
import { addView, changeView, removeView } from './actions'
import { viewsOf } from './repository'
import { viewObject } from './wire'

const route = '/navigation_views/:fragment'
const path = Type.Object({ fragment: Type.String() })
const name = Type.Optional(Type.String())

export function navigationViewRoutes(api: Api): void {
  api.get(
    '/navigation_views',
    { summary: 'Get all navigation views', bots: 'none' },
    ({ organization, caller }) => ({
      navigation_views: viewsOf(organization.db, caller.id).map(viewObject),
    }),
  )
  api.post(
    '/navigation_views',
    {
      summary: 'Add a navigation view',
      bots: 'none',
      parameters: Type.Object({ fragment: Type.String(), is_pinned: Type.Boolean(), name }),
    },
    ({ organization, caller, parameters: { fragment, is_pinned: isPinned, name } }) =>
      addView(organization, caller, { fragment, isPinned, name: name ?? null }),
  )
  api.patch(
    route,
    {
      summary: 'Update a navigation view',
      bots: 'none',
      path,
      parameters: Type.Object({ is_pinned: Type.Optional(Type.Boolean()), name }),
    },
    ({ organization, caller, path, parameters: { is_pinned: isPinned, name } }) =>
      changeView(organization, caller, path.fragment, {
        ...(isPinned === undefined ? {} : { isPinned }),
        ...(name === undefined ? {} : { name }),
      }),
  )
  api.delete(
    route,
    { summary: 'Remove a navigation view', bots: 'none', path },
    ({ organization, caller, path }) => removeView(organization, caller, path.fragment),
  )
}
