// Invitations are fetched, not registered: here is only how often it was said that there are others now.
import type { ServerEvent } from './events'

/** Whoever shows invitations fetches them anew when this is another number. */
export type InvitationChanges = number

/** `invites_changed` */
export function invitationChangesAfter(changes: InvitationChanges, event: ServerEvent): InvitationChanges {
  return event.type === 'invites_changed' ? changes + 1 : changes
}
