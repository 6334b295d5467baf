// Linkifiers on the wire: the object, the event, and their part of the register state (reference: get-linkifiers).
import type { ViewedEvent } from '../events/event'
import type { StatePart } from '../events/state'
import type { Organization } from '../organization/organization'
import { allLinkifiers } from './repository'

/** All linkifiers, in their order. */
export function linkifierObjects(organization: Organization) {
  return allLinkifiers(organization).map(({ id, pattern, urlTemplate }) => ({
    id,
    pattern,
    url_template: urlTemplate,
  }))
}

/** `realm_linkifiers`; none for clients that don't know URL templates (contract 4.17, `linkifier_url_template`). */
export const linkifiersState: StatePart = {
  types: ['realm_linkifiers'],
  read: ({ organization, options }) => ({
    realm_linkifiers: options.linkifierUrlTemplate ? linkifierObjects(organization) : [],
  }),
}

/** `realm_linkifiers`: all that there are now, for clients that know URL templates. */
export function linkifiersEvent(organization: Organization): ViewedEvent<boolean> {
  const realm_linkifiers = linkifierObjects(organization)
  return {
    type: 'realm_linkifiers',
    audience: 'everyone',
    view: ({ options }) => options.linkifierUrlTemplate,
    payload: (knowsTemplates) => (knowsTemplates ? { realm_linkifiers } : null),
  }
}
