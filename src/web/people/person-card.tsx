// Who somebody is, in short: name, role, status, local time, what they say of themselves, and how to reach them.
import { AtSign, Clock, Ellipsis, MessageCircle, UserRound } from 'lucide-preact'
import { go } from '../addresses/address'
import { directLink, senderLink } from '../live/links'
import { state } from '../live/state'
import { copy } from '../parts/copying'
import { IconButton } from '../parts/icon-button'
import { showMenu, type MenuEntry } from '../parts/menu'
import { text } from '../texts/text'
import { changeMuting } from './muting'
import { roleText, shownName } from './names'
import { closeCard } from './open-card'
import { PersonAvatar } from './person-avatar'
import { localTimeOf, presenceText } from './presence'
import { showProfile } from './dialogs'
import { summaryOf } from './profile-values'
import { StatusEmoji } from './status-emoji'
import { showStatusDialog } from './dialogs'

export function PersonCard({ id }: { id: number }) {
  const person = state().users.get(id)
  const status = state().userStatuses.get(id)
  const time = localTimeOf(id)
  const isMe = id === state().ownUser.user_id
  return (
    <>
      <header class="card-head">
        <PersonAvatar userId={id} size={64} hasPresence />
        <div class="card-names">
          <h2 id="card-name">
            <bdi>{shownName(id)}</bdi> <StatusEmoji userId={id} />
          </h2>
          {person && (
            <p>
              {person.is_active ? roleText(person) : text('people.deactivated')}
              {person.is_active && <> · {presenceText(id)}</>}
            </p>
          )}
        </div>
      </header>
      {status?.status_text !== undefined && (
        <p class="card-status" dir="auto">
          {status.status_text}
        </p>
      )}
      <dl class="card-facts">
        {time !== undefined && (
          <div>
            <dt>
              <Clock size={14} aria-hidden="true" /> {text('people.localTime')}
            </dt>
            <dd>{time}</dd>
          </div>
        )}
        {person?.delivery_email && (
          <div>
            <dt>
              <AtSign size={14} aria-hidden="true" /> {text('people.email')}
            </dt>
            <dd>
              <a href={`mailto:${person.delivery_email}`}>{person.delivery_email}</a>
            </dd>
          </div>
        )}
        {summaryOf(id).map(({ field, value }) => (
          <div key={field.id}>
            <dt dir="auto">{field.name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
      {person && (
        <footer class="card-actions">
          <button type="button" class="button" onClick={() => go(directLink(isMe ? [] : [id]))}>
            <MessageCircle size={16} aria-hidden="true" /> {text(isMe ? 'people.notes' : 'people.message')}
          </button>
          <button type="button" class="button plain" onClick={() => openProfile(id)}>
            <UserRound size={16} aria-hidden="true" /> {text('people.profile')}
          </button>
          <IconButton
            icon={Ellipsis}
            label={text('people.more')}
            onClick={(event) => showMenu(shownName(id), event.currentTarget, more(id))}
          />
        </footer>
      )}
    </>
  )
}

function openProfile(id: number): void {
  closeCard()
  showProfile(id)
}

function more(id: number): MenuEntry[] {
  const isMe = id === state().ownUser.user_id
  const isMuted = state().mutedUsers.has(id)
  return [
    { label: text('people.messagesFrom'), run: () => go(senderLink(id)) },
    { label: text('people.copyMention'), run: () => void copy(`@**${shownName(id)}|${String(id)}**`) },
    ...(isMe ? [{ label: text('people.setStatus'), run: showStatusDialog }] : []),
    ...(isMe
      ? []
      : [
          undefined,
          {
            label: text(isMuted ? 'people.unmute' : 'people.mute', { name: shownName(id) }),
            danger: !isMuted,
            run: () => void changeMuting(id, !isMuted),
          },
        ]),
  ]
}
