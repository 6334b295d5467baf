// What people are called on the screen, and what their roles are.
import { state } from '../live/state'
import { nameOf } from '../store/names'
import type { User } from '../store/users'
import { text, type TextKey } from '../texts/text'

/** Their name; a word for those who are out of sight. */
export function shownName(userId: number): string {
  return nameOf(state(), userId) ?? text('people.unknownPerson')
}

/** Names with commas, and the language's word before the last. */
export function shownNames(userIds: readonly number[], language: string): string {
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(userIds.map(shownName))
}

export function roleText({ role, is_bot: isBot }: User): string {
  return isBot ? text('people.bot') : text(roles[role] ?? 'people.member')
}

const roles: Readonly<Record<number, TextKey>> = {
  100: 'people.owner',
  200: 'people.administrator',
  300: 'people.moderator',
  400: 'people.member',
  600: 'people.guest',
}
