// Groups of people: `#groups/all`, `#groups/12/name/members`, `#groups/new`.
import { Plus, Users } from 'lucide-preact'
import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'wouter-preact'
import { state } from '../../live/state'
import { showDialog } from '../../parts/dialogs'
import { EmptyState } from '../../parts/empty-state'
import { groupName } from '../../people/group-names'
import type { Group } from '../../store/groups'
import { isInGroup, memberIdsOf } from '../../store/membership'
import { may } from '../../store/permissions'
import { FilterField, fits } from '../../settings/controls/list'
import { Select } from '../../settings/controls/setting-rows'
import { SplitView } from '../../settings/controls/split-view'
import { text, type TextKey } from '../../texts/text'
import { groupLink } from './links'
import { NewGroupDialog } from './new-group-dialog'
import { OpenGroup } from './open-group'

type Shown = 'your' | 'all' | 'roles' | 'deactivated'
const lists: Readonly<Record<Shown, TextKey>> = {
  your: 'groups.your',
  all: 'groups.all',
  roles: 'groups.roles',
  deactivated: 'groups.deactivated',
}
const shownNames: readonly Shown[] = ['your', 'all', 'roles', 'deactivated']

export function GroupsView() {
  const [path] = useLocation()
  const [, , first = '', , last] = path.split('/')
  const tab = last === 'members' ? last : 'general'
  const [shown, setShown] = useState<Shown>(isShown(first) ? first : 'all')
  const [filter, setFilter] = useState('')
  useEffect(() => {
    if (isShown(first)) setShown(first)
    if (first === 'new' && may(state(), 'can_create_groups')) openNew()
  }, [first])
  const open = state().groups.get(Number(first))
  const groups = [...state().groups.values()]
    .filter((group) => isListed(group, shown) && fits(filter, groupName(group), group.description))
    .sort((a, b) => groupName(a).localeCompare(groupName(b)))
  return (
    <SplitView
      title={text('groups.title')}
      home={`#groups/${shown}`}
      tools={
        <div class="split-tools">
          <FilterField value={filter} onInput={setFilter} label={text('groups.filter')} />
          <Select
            aria-label={text('groups.which')}
            value={shown}
            options={shownNames.map((value) => ({ value, label: text(lists[value]) }))}
            onChange={(next) => setShown(next)}
          />
          {may(state(), 'can_create_groups') && (
            <button type="button" class="button" onClick={openNew}>
              <Plus size={16} aria-hidden="true" />
              {text('groups.new')}
            </button>
          )}
        </div>
      }
      list={
        <>
          <ul aria-label={text('groups.title')}>
            {groups.map((group) => (
              <GroupLine key={group.id} group={group} isOpen={group === open} />
            ))}
          </ul>
          {groups.length === 0 && <p class="list-empty">{text('groups.none')}</p>}
        </>
      }
      open={
        open && {
          title: groupName(open),
          page: text(`groups.${tab}`),
          content: <OpenGroup key={open.id} group={open} tab={tab} />,
        }
      }
      empty={<EmptyState icon={Users} title={text('groups.chooseOne')} />}
    />
  )
}

function isShown(name: string): name is Shown {
  return Object.hasOwn(lists, name)
}

function isListed({ id, is_system_group, deactivated }: Group, shown: Shown): boolean {
  if (shown === 'deactivated') return deactivated
  if (deactivated || is_system_group !== (shown === 'roles')) return false
  return shown !== 'your' || isInGroup(state(), id, state().ownUser.user_id)
}

function openNew(): void {
  showDialog((close) => <NewGroupDialog onClose={close} />)
}

function GroupLine({ group, isOpen }: { group: Group; isOpen: boolean }) {
  const count = memberIdsOf(state(), group.id).size
  return (
    <li class="split-line">
      <a href={groupLink(group)} aria-current={isOpen ? 'page' : undefined}>
        <Users size={17} aria-hidden="true" />
        <span class="list-words">
          <span class="list-title">{groupName(group)}</span>
          <span class="hint">{text('settings.peopleCount', { count })}</span>
        </span>
      </a>
    </li>
  )
}
