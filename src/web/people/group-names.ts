// What groups are called on the screen: those that follow from roles in the reader's language.
import type { Group } from '../store/groups'
import { text, type TextKey } from '../texts/text'

export function groupName({
  name,
  is_system_group: isSystem,
}: Pick<Group, 'name' | 'is_system_group'>): string {
  const key = isSystem ? systemGroups[name] : undefined
  return key === undefined ? name : text(key)
}

const systemGroups: Readonly<Record<string, TextKey>> = {
  'role:internet': 'people.groupInternet',
  'role:owners': 'people.groupOwners',
  'role:administrators': 'people.groupAdministrators',
  'role:moderators': 'people.groupModerators',
  'role:fullmembers': 'people.groupFullMembers',
  'role:members': 'people.groupMembers',
  'role:everyone': 'people.groupEveryone',
  'role:nobody': 'people.groupNobody',
}
