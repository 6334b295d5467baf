// Mentions: names of today, one's own stand out unless they are silent, and all open a card.
import { state } from '../../live/state'
import { isInGroup } from '../../store/membership'
import { all } from './nodes'

export function prepareMentions(nodes: DocumentFragment): void {
  const { user_id: me } = state().ownUser
  for (const mention of all(nodes, 'span', '.user-mention, .topic-mention')) {
    const id = mention.dataset['userId']
    if (id === undefined || id === '*') {
      markOwn(mention, true)
      continue
    }
    rename(mention, state().users.get(Number(id))?.full_name)
    markOwn(mention, Number(id) === me)
    makeUsable(mention, 'person', id)
  }
  for (const mention of all(nodes, 'span', '.user-group-mention')) {
    const id = Number(mention.dataset['userGroupId'])
    const group = state().groups.get(id)
    if (group && !group.is_system_group) rename(mention, group.name)
    markOwn(mention, group !== undefined && isInGroup(state(), id, me))
    makeUsable(mention, 'group', String(id))
  }
}

function rename(mention: HTMLElement, name: string | undefined): void {
  const isSilent = mention.classList.contains('silent')
  if (name !== undefined) mention.textContent = isSilent ? name : `@${name}`
}

function markOwn(mention: HTMLElement, isOwn: boolean): void {
  mention.classList.toggle('own', isOwn && !mention.classList.contains('silent'))
}

function makeUsable(mention: HTMLElement, kind: 'person' | 'group', id: string): void {
  mention.role = 'button'
  mention.tabIndex = 0
  mention.dataset[kind] = id
}
