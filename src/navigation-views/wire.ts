// Navigation views on the wire: the object, its events, and their part of the register state.
import type { ServerEvent } from '../events/event'
import type { StatePart } from '../events/state'
import { viewsOf, type NavigationView, type ViewChanges } from './repository'

export function viewObject({ fragment, isPinned, name }: Omit<NavigationView, 'userId'>) {
  return { fragment, is_pinned: isPinned, name }
}

/** `navigation_views`. */
export const navigationViewsState: StatePart = {
  types: ['navigation_views'],
  read: ({ organization, viewer }) => ({
    navigation_views: viewer ? viewsOf(organization.db, viewer.id).map(viewObject) : [],
  }),
}

/** `navigation_view` `add`. */
export function viewAddedEvent(view: NavigationView): ServerEvent {
  return viewEvent(view.userId, { op: 'add', navigation_view: viewObject(view) })
}

/** `navigation_view` `update`: what has changed is in `data`. */
export function viewChangedEvent(userId: number, fragment: string, changes: ViewChanges): ServerEvent {
  const { isPinned, name } = changes
  const data = {
    ...(isPinned === undefined ? {} : { is_pinned: isPinned }),
    ...(name === undefined ? {} : { name }),
  }
  return viewEvent(userId, { op: 'update', fragment, data })
}

/** `navigation_view` `remove`. */
export function viewRemovedEvent(userId: number, fragment: string): ServerEvent {
  return viewEvent(userId, { op: 'remove', fragment })
}

function viewEvent(userId: number, fields: object): ServerEvent {
  return { type: 'navigation_view', audience: [userId], payload: () => fields }
}
