// One group: what it is, who is in it, whose the permissions over it are.
import { Users, UserMinus } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { call } from '../../api/call'
import { state } from '../../live/state'
import { Avatar } from '../../parts/avatar'
import { IconButton } from '../../parts/icon-button'
import { useUniqueId } from '../../parts/unique-id'
import { groupName } from '../../people/group-names'
import { shownName } from '../../people/names'
import type { Group, GroupPermission } from '../../store/groups'
import { userOf } from '../../store/names'
import { may, mayOverGroup } from '../../store/permissions'
import { ask } from '../../settings/controls/form-dialog'
import { PermissionRow } from '../../settings/controls/group-picker'
import { FilterField, fits, Line, List } from '../../settings/controls/list'
import { PeopleAndGroups } from '../../settings/controls/people-and-groups'
import { Refused } from '../../settings/controls/refused'
import { Row, Section } from '../../settings/controls/row'
import { SavedText } from '../../settings/controls/saved-text'
import { SaveNote, useSaving } from '../../settings/controls/saving'
import { Tabs } from '../../settings/controls/split-view'
import { text } from '../../texts/text'
import { groupLink } from './links'

/** Whether this person may do that; who may change every group may do all of it. */
function mayDo(group: Group, permission: GroupPermission): boolean {
  if (group.is_system_group || group.deactivated) return false
  return (
    mayOverGroup(state(), group, permission) ||
    may(state(), 'can_manage_all_groups') ||
    (permission !== 'can_mention_group' && mayOverGroup(state(), group, 'can_manage_group'))
  )
}

export type GroupTab = 'general' | 'members'

export function OpenGroup({ group, tab: now }: { group: Group; tab: GroupTab }) {
  const { outcome, save } = useSaving()
  const me = state().ownUser.user_id
  const isIn = group.members.includes(me)
  const mayMove = isIn
    ? mayDo(group, 'can_leave_group') || mayDo(group, 'can_remove_members_group')
    : mayDo(group, 'can_join_group') || mayDo(group, 'can_add_members_group')
  return (
    <>
      <div class="split-head">
        <h2 class="page-title">{groupName(group)}</h2>
        {mayMove && (
          <button
            type="button"
            class={isIn ? 'button plain' : 'button'}
            onClick={() => void save(() => changeMembers(group.id, isIn ? { delete: [me] } : { add: [me] }))}
          >
            {text(isIn ? 'groups.leave' : 'groups.join')}
          </button>
        )}
      </div>
      <SaveNote outcome={outcome} />
      <Refused why={refusalOf(group)}>
        <Tabs
          label={groupName(group)}
          now={now}
          tabs={[
            { name: 'general', label: text('groups.general'), href: groupLink(group) },
            { name: 'members', label: text('groups.members'), href: groupLink(group, 'members') },
          ]}
        />
        {now === 'general' ? <General group={group} /> : <Members group={group} />}
      </Refused>
    </>
  )
}

/** Why nobody changes it; undefined if somebody may. */
function refusalOf({ is_system_group, deactivated }: Group): string | undefined {
  if (is_system_group) return text('groups.followsRoles')
  return deactivated ? text('groups.isDeactivated') : undefined
}

function changeMembers(
  id: number,
  change: Readonly<
    Partial<Record<'add' | 'delete' | 'add_subgroups' | 'delete_subgroups', readonly number[]>>
  >,
): Promise<unknown> {
  return call('POST', `/user_groups/${id}/members`, change)
}

const permissions = [
  'can_manage_group',
  'can_add_members_group',
  'can_remove_members_group',
  'can_join_group',
  'can_leave_group',
  'can_mention_group',
] as const satisfies readonly GroupPermission[]

function General({ group }: { group: Group }) {
  const { group: rules } = state().server.server_supported_permission_settings
  const change = (changes: Readonly<Record<string, unknown>>): Promise<unknown> =>
    call('PATCH', `/user_groups/${group.id}`, changes)
  const mayManage = mayDo(group, 'can_manage_group')
  const refusal = refusalOf(group) ?? (mayManage ? undefined : text('groups.managersOnly'))
  return (
    <Refused why={refusal}>
      {!group.is_system_group && (
        <Section title={text('groups.about')}>
          <SavedText
            label={text('groups.name')}
            value={group.name}
            maxLength={100}
            isRequired
            refusal={refusal}
            send={(name) => change({ name })}
          />
          <SavedText
            label={text('groups.description')}
            value={group.description}
            maxLength={1024}
            lines={2}
            refusal={refusal}
            send={(description) => change({ description })}
          />
        </Section>
      )}
      <Section title={text('organization.permissions')}>
        {permissions
          .filter((permission) => !group.is_system_group || permission === 'can_mention_group')
          .map((permission) => (
            <PermissionRow
              key={permission}
              label={text(`groupPermission.${permission}`)}
              value={group[permission]}
              rule={rules[permission]}
              refusal={refusal}
              send={(value) => change({ [permission]: { new: value } })}
            />
          ))}
      </Section>
      {!group.is_system_group && <Ending group={group} change={change} />}
    </Refused>
  )
}

function Ending({
  group,
  change,
}: {
  group: Group
  change(changes: Readonly<Record<string, unknown>>): Promise<unknown>
}) {
  const { outcome, save } = useSaving()
  if (group.deactivated)
    return (
      <Section title={text('groups.reactivate')}>
        <button type="button" class="button" onClick={() => void save(() => change({ deactivated: false }))}>
          {text('groups.reactivate')}
        </button>
        <SaveNote outcome={outcome} />
      </Section>
    )
  if (!mayDo(group, 'can_manage_group')) return null
  return (
    <Section title={text('groups.deactivate')} hint={text('groups.deactivateHint')}>
      <button
        type="button"
        class="button danger"
        onClick={() =>
          ask({
            title: text('groups.deactivate'),
            words: text('groups.deactivateHint'),
            action: text('groups.deactivate'),
            run: () => call('POST', `/user_groups/${group.id}/deactivate`),
          })
        }
      >
        {text('groups.deactivate')}
      </button>
    </Section>
  )
}

function Members({ group }: { group: Group }) {
  const id = useUniqueId()
  const adding = useSaving()
  const { outcome, save } = useSaving()
  const [filter, setFilter] = useState('')
  const { groups } = state()
  const mayRemove = mayDo(group, 'can_remove_members_group')
  const within = [
    ...group.direct_subgroup_ids.flatMap((each) => {
      const subgroup = groups.get(each)
      return subgroup ? [{ key: `g${each}`, id: each, name: groupName(subgroup), isGroup: true }] : []
    }),
    ...group.members.map((each) => ({ key: `p${each}`, id: each, name: shownName(each), isGroup: false })),
  ].filter(({ name }) => fits(filter, name))
  return (
    <>
      {mayDo(group, 'can_add_members_group') && (
        <Row id={id} label={text('groups.addMembers')} outcome={adding.outcome} isWide>
          <PeopleAndGroups
            id={id}
            among={{
              people: true,
              groups: true,
              bots: true,
              except: {
                people: new Set(group.members),
                groups: new Set([group.id, ...group.direct_subgroup_ids]),
              },
            }}
            chosen={{ people: [], groups: [] }}
            onChange={(chosen) =>
              void adding.save(() =>
                changeMembers(group.id, { add: chosen.people, add_subgroups: chosen.groups }),
              )
            }
          />
        </Row>
      )}
      <FilterField value={filter} onInput={setFilter} label={text('settings.filterPeople')} />
      <SaveNote outcome={outcome} />
      <List
        items={within.sort((a, b) => Number(b.isGroup) - Number(a.isGroup) || a.name.localeCompare(b.name))}
        keyOf={({ key }) => key}
        label={text('groups.members')}
        empty={text('organization.nobodyFound')}
      >
        {(member) => (
          <Line
            lead={
              member.isGroup ? (
                <Users size={20} class="list-icon" aria-hidden="true" />
              ) : (
                <Avatar
                  id={member.id}
                  name={member.name}
                  url={userOf(state(), member.id)?.avatar_url}
                  size={28}
                />
              )
            }
            title={member.name}
            note={member.isGroup ? text('groups.subgroup') : undefined}
            actions={
              mayRemove && (
                <IconButton
                  icon={UserMinus}
                  label={text('settings.remove', { name: member.name })}
                  onClick={() =>
                    void save(() =>
                      changeMembers(
                        group.id,
                        member.isGroup ? { delete_subgroups: [member.id] } : { delete: [member.id] },
                      ),
                    )
                  }
                />
              )
            }
          />
        )}
      </List>
    </>
  )
}
