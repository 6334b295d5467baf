// The page of muted people: whose messages one does not want to see.
import { useState } from 'preact/hooks'
import { call } from '../api/call'
import { state } from '../live/state'
import { Avatar } from '../parts/avatar'
import { shownName } from '../people/names'
import { userOf } from '../store/names'
import { useUniqueId } from '../parts/unique-id'
import { text } from '../texts/text'
import { dayWords } from '../texts/times'
import { FilterField, fits, Line, List } from './controls/list'
import { PeopleAndGroups } from './controls/people-and-groups'
import { Row } from './controls/row'
import { SaveNote, useSaving } from './controls/saving'

export function MutedPeoplePage() {
  const { mutedUsers, ownUser } = state()
  const id = useUniqueId()
  const adding = useSaving()
  const { outcome, save } = useSaving()
  const [filter, setFilter] = useState('')
  const muted = [...mutedUsers]
    .map(([userId, since]) => ({ userId, since, name: shownName(userId) }))
    .filter(({ name }) => fits(filter, name))
    .sort((a, b) => b.since - a.since)
  const except = { people: new Set([...mutedUsers.keys(), ownUser.user_id]) }
  return (
    <>
      <p class="hint">{text('settings.mutedPeopleHint')}</p>
      <Row id={id} label={text('settings.mute')} outcome={adding.outcome} isWide>
        <PeopleAndGroups
          id={id}
          among={{ people: true, groups: false, bots: true, except }}
          chosen={{ people: [], groups: [] }}
          onChange={({ people: [person] }) => {
            if (person !== undefined) void adding.save(() => call('POST', `/users/me/muted_users/${person}`))
          }}
        />
      </Row>
      {mutedUsers.size > 10 && (
        <FilterField value={filter} onInput={setFilter} label={text('settings.filterPeople')} />
      )}
      <SaveNote outcome={outcome} />
      <List
        items={muted}
        keyOf={({ userId }) => userId}
        label={text('settings.mutedPeople')}
        empty={text('settings.noMutedPeople')}
      >
        {({ userId, since, name }) => (
          <Line
            lead={<Avatar id={userId} name={name} url={userOf(state(), userId)?.avatar_url} size={28} />}
            title={name}
            note={text('settings.mutedSince', { day: dayWords(since) })}
            actions={
              <button
                type="button"
                class="button plain"
                aria-label={text('settings.unmuteName', { name })}
                onClick={() => void save(() => call('DELETE', `/users/me/muted_users/${userId}`))}
              >
                {text('settings.unmute')}
              </button>
            }
          />
        )}
      </List>
    </>
  )
}
