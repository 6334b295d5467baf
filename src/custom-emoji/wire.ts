// Custom emoji on the wire: the object, the event, and their part of the register state (reference: components/schemas/RealmEmoji).
import type { ServerEvent } from '../events/event'
import type { StatePart } from '../events/state'
import type { Organization } from '../organization/organization'
import { pictureUrl } from '../organization/picture-urls'
import { customEmojiDirectory, type CustomEmoji } from './repository'

/** All custom emoji by their IDs, those that nobody can use any more, too. */
export function customEmojiObjects(organization: Organization) {
  return Object.fromEntries(customEmojiDirectory(organization).all.map((emoji) => [emoji.id, onWire(emoji)]))
}

function onWire(emoji: CustomEmoji) {
  const { id, name, still, isDeactivated, authorId } = emoji
  return {
    id: String(id),
    name,
    source_url: emojiUrl(emoji),
    still_url: still === null ? null : pictureUrl('emoji', still),
    deactivated: isDeactivated,
    author_id: authorId,
  }
}

/** Where its picture is, relative to the organization's address. */
export function emojiUrl({ picture }: CustomEmoji): string {
  return pictureUrl('emoji', picture)
}

/** `realm_emoji`. */
export const customEmojiState: StatePart = {
  types: ['realm_emoji'],
  read: ({ organization }) => ({ realm_emoji: customEmojiObjects(organization) }),
}

/** `realm_emoji` `update`: all that there are now. */
export function customEmojiEvent(organization: Organization): ServerEvent {
  const realm_emoji = customEmojiObjects(organization)
  return { type: 'realm_emoji', audience: 'everyone', payload: () => ({ op: 'update', realm_emoji }) }
}
