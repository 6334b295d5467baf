// Choosing people and groups: what the chooser proposes, and what is chosen as the protocol says it.
import { go } from 'fuzzysort'
import { Users } from 'lucide-preact'
import { state } from '../../live/state'
import { Avatar } from '../../parts/avatar'
import type { Option } from '../../parts/combobox'
import type { Group } from '../../store/groups'
import type { User } from '../../store/users'
import { groupName } from '../../people/group-names'
import { text, type TextKey } from '../../texts/text'
import { Chooser } from './chooser'

/** What people and groups are chosen from. */
export interface Among {
  people: boolean
  groups: boolean
  /** Bots as well. */
  bots?: boolean
  /** Leaves out, by ID. */
  except?: { people?: ReadonlySet<number>; groups?: ReadonlySet<number> }
}

export interface Chosen {
  people: readonly number[]
  groups: readonly number[]
}

interface Props {
  id: string
  chosen: Chosen
  among: Among
  onChange(chosen: Chosen): void
  disabled?: boolean
}

export function PeopleAndGroups({ id, chosen, among, onChange, disabled = false }: Props) {
  const { users, groups } = state()
  return (
    <Chooser
      id={id}
      disabled={disabled}
      placeholder={text(placeholderOf(among))}
      find={(query) => matching(query, among)}
      chosen={[
        ...chosen.groups.map((groupId) => optionOf(groups.get(groupId), groupOption, `g${groupId}`)),
        ...chosen.people.map((userId) => optionOf(users.get(userId), personOption, `p${userId}`)),
      ]}
      onChange={(keys) => onChange({ people: idsOf(keys, 'p'), groups: idsOf(keys, 'g') })}
    />
  )
}

function placeholderOf({ people, groups }: Among): TextKey {
  if (!groups) return 'settings.addPeople'
  return people ? 'settings.addPeopleOrGroups' : 'settings.addGroups'
}

/** So many are proposed. */
const most = 20

/** Groups and people that fit, the best first; those alone that are shown get their pictures. */
function matching(query: string, among: Among): readonly Option[] {
  const { users, groups } = state()
  const candidates = [
    ...(among.groups ? [...groups.values()].filter((group) => isOffered(group, among)) : []).map((group) => ({
      name: groupName(group),
      address: '',
      option: () => groupOption(group),
    })),
    ...(among.people ? [...users.values()].filter((user) => isChoosable(user, among)) : []).map((user) => ({
      name: user.full_name,
      address: user.delivery_email ?? '',
      option: () => personOption(user),
    })),
  ]
  const found =
    query.trim() === ''
      ? candidates.slice(0, most)
      : go(query, candidates, { keys: ['name', 'address'], limit: most }).map(({ obj }) => obj)
  return found.map(({ option }) => option())
}

function optionOf<T>(known: T | undefined, option: (known: T) => Option, key: string): Option {
  return known ? option(known) : { key, label: text('settings.unknown') }
}

function idsOf(keys: readonly string[], kind: 'p' | 'g'): number[] {
  return keys.filter((key) => key.startsWith(kind)).map((key) => Number(key.slice(1)))
}

function isOffered({ id, name, deactivated }: Group, { except }: Among): boolean {
  return !deactivated && name !== 'role:internet' && name !== 'role:nobody' && !except?.groups?.has(id)
}

function isChoosable(user: User, { bots = false, except }: Among): boolean {
  return (
    user.is_active &&
    user.is_system_bot !== true &&
    (bots || !user.is_bot) &&
    !except?.people?.has(user.user_id)
  )
}

function groupOption(group: Group): Option {
  return { key: `g${group.id}`, label: groupName(group), picture: <Users size={16} aria-hidden="true" /> }
}

function personOption(user: User): Option {
  const picture = <Avatar id={user.user_id} name={user.full_name} url={user.avatar_url} size={18} />
  const address = user.delivery_email === null ? {} : { detail: user.delivery_email }
  return { key: `p${user.user_id}`, label: user.full_name, picture, ...address }
}

export function roleTitle(role: number): string {
  return text(roles[role] ?? 'settings.roleMember')
}

/** By role; in the order of what they may do. */
export const roles: Readonly<Record<number, TextKey>> = {
  100: 'settings.roleOwner',
  200: 'settings.roleAdministrator',
  300: 'settings.roleModerator',
  400: 'settings.roleMember',
  600: 'settings.roleGuest',
}
