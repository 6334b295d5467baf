// Who is in a group.
import { UsersRound } from 'lucide-preact'
import { state } from '../live/state'
import { memberIdsOf } from '../store/membership'
import { text } from '../texts/text'
import { groupName } from './group-names'
import { shownName } from './names'
import { PersonAvatar } from './person-avatar'

const most = 50

export function GroupCard({ id }: { id: number }) {
  const group = state().groups.get(id)
  const members = [...memberIdsOf(state(), id)]
    .filter((member) => state().users.get(member)?.is_active === true)
    .sort((a, b) => shownName(a).localeCompare(shownName(b)))
  return (
    <>
      <header class="card-head">
        <span class="group-sign" aria-hidden="true">
          <UsersRound size={28} />
        </span>
        <div class="card-names">
          <h2 id="card-name">{group ? groupName(group) : text('people.unknownGroup')}</h2>
          <p>{text('people.memberCount', { count: members.length })}</p>
        </div>
      </header>
      {group && group.description !== '' && (
        <p class="card-status" dir="auto">
          {group.description}
        </p>
      )}
      <ul class="card-members">
        {members.slice(0, most).map((member) => (
          <li key={member}>
            <PersonAvatar userId={member} size={24} hasPresence /> <bdi>{shownName(member)}</bdi>
          </li>
        ))}
      </ul>
      {members.length > most && <p>{text('people.andMore', { count: members.length - most })}</p>}
    </>
  )
}
