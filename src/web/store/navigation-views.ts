// Navigation views: what somebody has put into, or taken out of, the list of views at the side.
import type { ServerEvent } from './events'
import { changed, placed, without } from './records'
import {
  isBoolean,
  isFields,
  isText,
  listOf,
  nullable,
  optional,
  shape,
  type Checked,
  type Fields,
} from './shapes'

/** `name` is null for the views that every client has; `fragment` is what follows `#` in their address. */
const isNavigationView = shape({ fragment: isText, is_pinned: isBoolean, name: nullable(isText) })
export type NavigationView = Checked<typeof isNavigationView>

const isChange = shape({ is_pinned: optional(isBoolean), name: optional(nullable(isText)) })

export type NavigationViews = readonly NavigationView[]

export function navigationViewsFrom(register: Fields): NavigationViews {
  return listOf(isNavigationView, register['navigation_views'])
}

/** `navigation_view`: `add`, `update`, `remove`. */
export function navigationViewsAfter(views: NavigationViews, event: ServerEvent): NavigationViews {
  if (event.type !== 'navigation_view') return views
  const { op, fragment, data } = event
  if (op === 'remove') return without(views, (view) => view.fragment === fragment)
  const view = op === 'add' ? event['navigation_view'] : views.find((each) => each.fragment === fragment)
  if (!isNavigationView(view)) return views
  const now = isFields(data) && isChange(data) ? changed(view, data) : view
  return placed(views, now, (each) => each.fragment)
}
