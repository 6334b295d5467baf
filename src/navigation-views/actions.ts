// What a person can do with the views in their sidebar (reference: since-372, level 390).
import { emit } from '../events/event'
import { badRequest, invalidParameter } from '../http/errors'
import { isLongerThan } from '../http/text-length'
import { trimmed } from '../http/visible-text'
import type { Organization } from '../organization/organization'
import type { User } from '../users/repository'
import {
  deleteView,
  insertView,
  updateView,
  viewsOf,
  type NavigationView,
  type ViewChanges,
} from './repository'
import { viewAddedEvent, viewChangedEvent, viewRemovedEvent } from './wire'

/** In characters. */
const limits = { fragment: 1000, name: 100 }
const maxViewsPerPerson = 200

/** @throws ApiError BAD_REQUEST for one that is there already, or too many; REQUEST_VARIABLE_INVALID. */
export function addView(
  organization: Organization,
  caller: User,
  { fragment, isPinned, name }: Omit<NavigationView, 'userId'>,
): Promise<void> {
  const view = {
    userId: caller.id,
    fragment: checked('fragment', fragment),
    isPinned,
    name: name === null ? null : checked('name', name),
  }
  return organization.write((tx) => {
    if (!insertView(tx, view)) throw badRequest('Navigation view already exists.')
    if (viewsOf(tx, caller.id).length > maxViewsPerPerson) {
      throw badRequest(`You can have at most ${maxViewsPerPerson} navigation views`)
    }
    emit(tx, viewAddedEvent(view))
  })
}

/** Changes what is given, if anything. @throws ApiError BAD_REQUEST when there is no such view; REQUEST_VARIABLE_INVALID. */
export function changeView(
  organization: Organization,
  caller: User,
  fragment: string,
  changes: ViewChanges,
): Promise<void> {
  const { name } = changes
  const clean = typeof name === 'string' ? { ...changes, name: checked('name', name) } : changes
  return organization.write((tx) => {
    if (!viewsOf(tx, caller.id).some((view) => view.fragment === fragment)) throw noSuchView()
    if (Object.keys(clean).length === 0) return
    updateView(tx, caller.id, fragment, clean)
    emit(tx, viewChangedEvent(caller.id, fragment, clean))
  })
}

/** @throws ApiError BAD_REQUEST when there is no such view. */
export function removeView(organization: Organization, caller: User, fragment: string): Promise<void> {
  return organization.write((tx) => {
    if (!deleteView(tx, caller.id, fragment)) throw noSuchView()
    emit(tx, viewRemovedEvent(caller.id, fragment))
  })
}

function noSuchView() {
  return badRequest('Navigation view does not exist.')
}

function checked(parameter: 'fragment' | 'name', text: string): string {
  const clean = trimmed(text)
  if (clean === '') throw invalidParameter(parameter, `${parameter} is empty`)
  if (isLongerThan(clean, limits[parameter])) {
    throw invalidParameter(parameter, `${parameter} is too long (limit: ${limits[parameter]} characters)`)
  }
  return clean
}
