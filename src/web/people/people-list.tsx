// The right side: people, those who are there first, with status and unread messages; a field to find them.
import { computed, signal } from '@preact/signals'
import { Search } from 'lucide-preact'
import { directLink } from '../live/links'
import { now } from '../live/presence'
import { state } from '../live/state'
import { directKey } from '../store/conversations'
import { presenceOf as presenceAt } from '../store/listings'
import { unreadInDirect } from '../store/unread-counts'
import type { User } from '../store/users'
import { text } from '../texts/text'
import { showPersonCard } from './open-card'
import { PersonAvatar } from './person-avatar'
import type { Presence } from './presence'
import { StatusEmoji } from './status-emoji'

const filter = signal('')
/** How many are shown, until more are asked for: an organization may have thousands. */
const page = 60
const shownPages = signal(1)

/** Active people, not bots, by name: thousands are put in order only when they change, not when somebody comes or goes. */
const byName = computed(() => {
  const { users, mutedUsers } = state()
  const isListed = (user: User): boolean => user.is_active && !user.is_bot && !mutedUsers.has(user.user_id)
  const { compare } = new Intl.Collator()
  return [...users.values()].filter(isListed).sort((a, b) => compare(a.full_name, b.full_name))
})

/** Those that are looked for; who is there first, then by name; oneself on top. */
const people = computed(() => {
  const me = state().ownUser.user_id
  const wanted = filter.value.trim().toLocaleLowerCase()
  const groups: Record<'me' | Presence, User[]> = { me: [], active: [], idle: [], offline: [] }
  for (const user of byName.value) {
    if (wanted !== '' && !user.full_name.toLocaleLowerCase().includes(wanted)) continue
    groups[user.user_id === me ? 'me' : presenceAt(state(), user.user_id, now.value)].push(user)
  }
  return [...groups.me, ...groups.active, ...groups.idle, ...groups.offline]
})

export function PeopleList() {
  const shown = people.value.slice(0, page * shownPages.value)
  const rest = people.value.length - shown.length
  return (
    <div class="people">
      <div class="people-filter">
        <Search size={15} aria-hidden="true" />
        <input
          type="search"
          class="input"
          aria-label={text('people.filter')}
          placeholder={text('people.filter')}
          value={filter.value}
          onInput={(event) => {
            filter.value = event.currentTarget.value
            shownPages.value = 1
          }}
        />
      </div>
      {shown.length === 0 && <p class="people-none">{text('people.nobody')}</p>}
      <ul class="people-rows">
        {shown.map((user) => (
          <Row key={user.user_id} user={user} />
        ))}
      </ul>
      {rest > 0 && (
        <button type="button" class="button plain people-more" onClick={() => (shownPages.value += 2)}>
          {text('people.showMore', { count: rest })}
        </button>
      )}
    </div>
  )
}

function Row({ user: { user_id: id, full_name: name } }: { user: User }) {
  const { ownUser, userStatuses, userSettings } = state()
  const isMe = id === ownUser.user_id
  const unread = unreadInDirect(state(), directKey([id], ownUser.user_id)).length
  const status = userSettings.user_list_style === 1 ? undefined : userStatuses.get(id)?.status_text
  return (
    <li class="people-row">
      <a href={directLink(isMe ? [] : [id])} class="people-link">
        <PersonAvatar userId={id} size={28} hasPresence />
        <span class="people-name">
          <span>
            <bdi>{name}</bdi>
            {isMe && <span class="people-me"> ({text('people.you')})</span>}
          </span>
          {status !== undefined && status !== '' && (
            <span class="people-status" dir="auto">
              {status}
            </span>
          )}
        </span>
        <StatusEmoji userId={id} />
        {unread > 0 && (
          <span class="count mention" aria-label={text('people.unreadCount', { count: unread })}>
            {unread}
          </span>
        )}
      </a>
      <button
        type="button"
        class="people-card-button"
        aria-label={text('people.cardOf', { name })}
        onClick={(event) => showPersonCard(id, event.currentTarget)}
      >
        ⋮
      </button>
    </li>
  )
}
