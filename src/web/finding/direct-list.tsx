// Direct conversations at the left side: those with unread messages and the newest, the rest when it is asked for.
import { Plus, Users } from 'lucide-preact'
import { directLink } from '../live/links'
import { state } from '../live/state'
import { IconButton } from '../parts/icon-button'
import { shownName, shownNames } from '../people/names'
import { PersonAvatar } from '../people/person-avatar'
import { presenceText } from '../people/presence'
import { directKey } from '../store/conversations'
import { idsOfKey } from '../store/direct-keys'
import { directConversationsOf } from '../store/listings'
import { unreadCounts, unreadInDirect } from '../store/unread-counts'
import { language, text } from '../texts/text'
import { startConversation } from '../writing/current-box'
import { Count } from './count'
import { useDerived } from './derived'
import { plain } from '../texts/plain'
import { filter } from './filter'
import { isToggled, toggle } from './folds'
import { isOpenDirect } from './place'
import { Section } from './section'

const short = 8
const most = 200
const all = 'all-direct'

export function DirectList() {
  const keys = useDerived(() => (filter.wanted === '' ? shownKeys() : matchingKeys()))
  const isFiltered = filter.wanted !== ''
  const total = useDerived(() => state().directConversations.size)
  const unread = useDerived(() => unreadCounts(state()).direct)
  const isAll = isToggled(all)
  if (isFiltered && keys.length === 0) return null
  return (
    <Section
      name="direct"
      title={text('finding.direct')}
      count={<Count count={unread} isLoud />}
      isForcedOpen={isFiltered}
      actions={
        <IconButton
          icon={Plus}
          size={16}
          label={text('finding.newDirect')}
          onClick={() => startConversation({ type: 'private', user_ids: [] })}
        />
      }
    >
      <ul>
        {keys.map((key) => (
          <DirectRow key={key} id={key} />
        ))}
      </ul>
      {keys.length === 0 && <p class="side-empty">{text('finding.noDirect')}</p>}
      {!isFiltered && (total > keys.length || isAll) && (
        <button type="button" class="side-more" aria-expanded={isAll} onClick={() => toggle(all)}>
          {text(isAll ? 'finding.fewerConversations' : 'finding.moreConversations')}
        </button>
      )}
    </Section>
  )
}

/** By `directKey`, in the order of the newest messages. */
function shownKeys(): string[] {
  const { ownUser, mutedUsers } = state()
  const isAll = isToggled(all)
  const keys = directConversationsOf(state()).flatMap(({ user_ids: ids }) => {
    const key = directKey(ids, ownUser.user_id)
    const isMuted = ids.length > 0 && ids.every((id) => mutedUsers.has(id))
    return isMuted && !isOpenDirect(key) && !isAll ? [] : [key]
  })
  if (isAll) return keys.slice(0, most)
  return keys.filter(
    (key, index) => index < short || isOpenDirect(key) || unreadInDirect(state(), key).length > 0,
  )
}

/** Those with somebody who fits the filter. */
export function matchingKeys(): string[] {
  const { ownUser } = state()
  return directConversationsOf(state())
    .map(({ user_ids: ids }) => directKey(ids, ownUser.user_id))
    .filter((key) => idsOfKey(key).some((id) => plain(shownName(id)).includes(filter.wanted)))
    .slice(0, most)
}

function DirectRow({ id: key }: { id: string }) {
  const ids = idsOfKey(key)
  const [first = 0] = ids
  const count = useDerived(() => unreadInDirect(state(), key).length)
  const isOpen = useDerived(() => isOpenDirect(key))
  const isMuted = useDerived(() => ids.every((id) => state().mutedUsers.has(id)))
  const name = useDerived(() => directName(ids))
  const href = useDerived(() => directLink(ids))
  return (
    <li>
      <a
        class={`side-row direct ${isMuted ? 'muted' : ''} ${count > 0 ? 'unread' : ''}`}
        href={href}
        aria-current={isOpen ? 'page' : undefined}
        title={name}
      >
        {ids.length > 1 ? (
          <span class="side-group-sign">
            <Users size={14} aria-hidden="true" />
          </span>
        ) : (
          <PersonAvatar userId={first} size={20} hasPresence />
        )}
        <span class="side-name" dir="auto">
          {name}
        </span>
        {ids.length === 1 && <Ear userId={first} />}
        <Count count={count} isLoud isMuted={isMuted} />
      </a>
    </li>
  )
}

/** Whether they are there, for those who can't see the dot. */
function Ear({ userId }: { userId: number }) {
  const presence = useDerived(() => presenceText(userId))
  return <span class="for-ears">, {presence}</span>
}

/** What a direct conversation is called. @param ids as `idsIn` has them */
export function directName(ids: readonly number[]): string {
  const [first = 0] = ids
  if (ids.length > 1) return shownNames(ids, language.value)
  return first === state().ownUser.user_id
    ? text('finding.oneself', { name: shownName(first) })
    : shownName(first)
}
