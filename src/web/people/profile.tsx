// Somebody's whole profile, as a dialog: what they say of themselves, their channels, their groups.
import { Hash, UsersRound } from 'lucide-preact'
import { channelLink } from '../live/links'
import { state } from '../live/state'
import { Dialog } from '../parts/dialog'
import { showDialog } from '../parts/dialogs'
import { groupIdsOf } from '../store/membership'
import { subscribedChannels } from '../store/listings'
import { language, text } from '../texts/text'
import { groupName } from './group-names'
import { roleText, shownName } from './names'
import { PersonAvatar } from './person-avatar'
import { presenceText } from './presence'
import { profileOf } from './profile-values'
import { StatusEmoji } from './status-emoji'

export function showProfile(id: number): void {
  showDialog((close) => <Profile id={id} onClose={close} />)
}

function Profile({ id, onClose }: { id: number; onClose(): void }) {
  const person = state().users.get(id)
  const status = state().userStatuses.get(id)
  const groups = [...groupIdsOf(state().groups, id)].flatMap((group) => state().groups.get(group) ?? [])
  const own = groups.filter((group) => !group.is_system_group && !group.deactivated)
  return (
    <Dialog title={text('people.profile')} onClose={onClose}>
      <div class="profile">
        <div class="profile-head">
          <PersonAvatar userId={id} size={96} hasPresence />
          <div>
            <h3>
              <bdi>{shownName(id)}</bdi> <StatusEmoji userId={id} />
            </h3>
            {person && (
              <p>
                {person.is_active ? roleText(person) : text('people.deactivated')} · {presenceText(id)}
              </p>
            )}
            {status?.status_text !== undefined && <p dir="auto">{status.status_text}</p>}
          </div>
        </div>
        <dl class="card-facts">
          {person?.delivery_email && (
            <div>
              <dt>{text('people.email')}</dt>
              <dd>
                <a href={`mailto:${person.delivery_email}`}>{person.delivery_email}</a>
              </dd>
            </div>
          )}
          {person && (
            <div>
              <dt>{text('people.joined')}</dt>
              <dd>
                {new Intl.DateTimeFormat(language.value, { dateStyle: 'long' }).format(
                  new Date(person.date_joined),
                )}
              </dd>
            </div>
          )}
          {profileOf(id).map(({ field, value }) => (
            <div key={field.id}>
              <dt dir="auto">{field.name}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
        </dl>
        <Channels id={id} onClose={onClose} />
        {own.length > 0 && (
          <section>
            <h3>{text('people.groups')}</h3>
            <ul class="profile-list">
              {own.map((group) => (
                <li key={group.id}>
                  <UsersRound size={14} aria-hidden="true" /> {groupName(group)}
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </Dialog>
  )
}

/** The reader's own channels of which it is known that somebody is in them; of large ones only those who were about are known. */
function Channels({ id, onClose }: { id: number; onClose(): void }) {
  const { subscribers } = state()
  const channels = subscribedChannels(state()).filter(
    ({ stream_id }) => subscribers.get(stream_id)?.ids.includes(id) === true,
  )
  if (channels.length === 0) return null
  return (
    <section>
      <h3>{text('people.sharedChannels')}</h3>
      <ul class="profile-list">
        {channels.map(({ stream_id, name }) => (
          <li key={stream_id}>
            <a href={channelLink(stream_id)} onClick={onClose}>
              <Hash size={14} aria-hidden="true" /> {name}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
