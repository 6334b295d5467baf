// Whose a permission is: one of the groups that follow from roles, or people and groups outright; and who that is right now.
import { useState } from 'preact/hooks'
import { state } from '../../live/state'
import { groupName } from '../../people/group-names'
import type { GroupSetting } from '../../store/group-settings'
import type { Group } from '../../store/groups'
import { memberIdsOf } from '../../store/membership'
import { shownName } from '../../people/names'
import type { PermissionRule } from '../../store/server'
import { useUniqueId } from '../../parts/unique-id'
import { text } from '../../texts/text'
import { PeopleAndGroups, type Chosen } from './people-and-groups'
import { Row } from './row'
import { useChange } from './saving'

interface Props {
  label: string
  hint?: string | undefined
  value: GroupSetting
  /** To whom the server lets it be given; to all, if it does not say. */
  rule: PermissionRule | undefined
  refusal?: string | undefined
  send(value: GroupSetting): Promise<unknown>
}

const outright = 'outright'

/** A permission as a row: saved as soon as it is given to somebody else. */
export function PermissionRow({ label, hint, value, rule, refusal, send }: Props) {
  const id = useUniqueId()
  const { shown, change, outcome } = useChange(value, send)
  return (
    <Row id={id} label={label} hint={hint} outcome={outcome} refusal={refusal}>
      <GroupPicker
        id={id}
        label={label}
        value={shown}
        rule={rule}
        isDisabled={refusal !== undefined}
        onChange={(next) => void change(next)}
      />
    </Row>
  )
}

interface PickerProps {
  id: string
  label: string
  value: GroupSetting
  rule: PermissionRule | undefined
  isDisabled?: boolean
  onChange(value: GroupSetting): void
}

export function GroupPicker({ id, label, value, rule, isDisabled = false, onChange }: PickerProps) {
  const { groups } = state()
  const [wantsOutright, setWantsOutright] = useState(false)
  const system = systemGroupOf(value)
  const isOutright = wantsOutright || !system
  const offered = [...groups.values()].filter((group) => mayHave(group, rule))
  const mayBeOutright = rule?.require_system_group !== true
  return (
    <div class="group-picker">
      <select
        id={id}
        class="input select"
        disabled={isDisabled}
        value={isOutright ? outright : String(system?.id)}
        onChange={({ currentTarget }) => {
          setWantsOutright(currentTarget.value === outright)
          if (currentTarget.value !== outright) onChange(Number(currentTarget.value))
        }}
      >
        {system && !offered.includes(system) && (
          <option value={String(system.id)}>{groupName(system)}</option>
        )}
        {offered.map((group) => (
          <option key={group.id} value={String(group.id)}>
            {groupName(group)}
          </option>
        ))}
        {(mayBeOutright || isOutright) && <option value={outright}>{text('settings.chosenPeople')}</option>}
      </select>
      {isOutright && <Outright value={value} label={label} isDisabled={isDisabled} onChange={onChange} />}
      <WhoThatIs value={value} />
    </div>
  )
}

function Outright({ value, label, isDisabled, onChange }: Omit<PickerProps, 'id' | 'rule'>) {
  const id = useUniqueId()
  return (
    <>
      <label for={id} class="for-ears">
        {text('settings.whoOf', { name: label })}
      </label>
      <PeopleAndGroups
        id={id}
        disabled={isDisabled ?? false}
        among={{ people: true, groups: true, bots: true }}
        chosen={chosenIn(value)}
        onChange={(chosen) => onChange(settingOf(chosen))}
      />
    </>
  )
}

/** Names of those who have it, at most so many. */
const mostNamed = 50

function WhoThatIs({ value }: { value: GroupSetting }) {
  const [isOpen, setOpen] = useState(false)
  if (systemGroupOf(value)?.name === 'role:internet') return null
  const ids = peopleIn(value)
  const names = isOpen
    ? [...ids]
        .map((id) => shownName(id))
        .sort((a, b) => a.localeCompare(b))
        .slice(0, mostNamed)
    : []
  if (ids.size === 0) return <span class="who">{text('settings.peopleCount', { count: 0 })}</span>
  return (
    <details class="who" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{text('settings.peopleCount', { count: ids.size })}</summary>
      <p>
        {names.join(', ')}
        {ids.size > names.length && ` ${text('settings.andMore', { count: ids.size - names.length })}`}
      </p>
    </details>
  )
}

/** The group that follows from roles that the permission is given to, if it is one. */
function systemGroupOf(value: GroupSetting): Group | undefined {
  const group = typeof value === 'number' ? state().groups.get(value) : undefined
  return group?.is_system_group ? group : undefined
}

function mayHave({ name, is_system_group }: Group, rule: PermissionRule | undefined): boolean {
  if (!is_system_group) return false
  if (!rule) return name !== 'role:internet'
  if (rule.allowed_system_groups.length > 0 && !rule.allowed_system_groups.includes(name)) return false
  if (name === 'role:internet') return rule.allow_internet_group
  if (name === 'role:nobody') return rule.allow_nobody_group
  return name !== 'role:everyone' || rule.allow_everyone_group
}

function chosenIn(value: GroupSetting): Chosen {
  if (typeof value === 'number') return { people: [], groups: isNobody(value) ? [] : [value] }
  return { people: value.direct_member_ids, groups: value.direct_subgroup_ids }
}

function isNobody(id: number): boolean {
  return state().groups.get(id)?.name === 'role:nobody'
}

/** As the protocol writes it: one group as its ID, all else as lists. */
function settingOf({ people, groups: [first, ...more] }: Chosen): GroupSetting {
  const groups = first === undefined ? [] : [first, ...more]
  if (people.length === 0 && groups.length === 1 && first !== undefined) return first
  return { direct_member_ids: people, direct_subgroup_ids: groups }
}

/** IDs of all people who have it. */
export function peopleIn(value: GroupSetting): ReadonlySet<number> {
  if (typeof value === 'number') return memberIdsOf(state(), value)
  const groups = value.direct_subgroup_ids.flatMap((id) => [...memberIdsOf(state(), id)])
  return new Set([...value.direct_member_ids, ...groups])
}
