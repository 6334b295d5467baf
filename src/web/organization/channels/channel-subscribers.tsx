// Who is in a channel; adding people and whole groups, and taking people out.
import { UserMinus } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { call } from '../../api/call'
import { state } from '../../live/state'
import { Avatar } from '../../parts/avatar'
import { IconButton } from '../../parts/icon-button'
import { useUniqueId } from '../../parts/unique-id'
import { shownName } from '../../people/names'
import type { Channel } from '../../store/channels'
import { memberIdsOf } from '../../store/membership'
import { userOf } from '../../store/names'
import { may, mayInChannel } from '../../store/permissions'
import { useFetched, WhenFetched } from '../../settings/controls/fetched'
import { FilterField, fits, Line, List } from '../../settings/controls/list'
import { PeopleAndGroups } from '../../settings/controls/people-and-groups'
import { Row } from '../../settings/controls/row'
import { SaveNote, useSaving } from '../../settings/controls/saving'
import { text } from '../../texts/text'

export function ChannelSubscribers({ channel }: { channel: Channel }) {
  const { stream_id: id, name } = channel
  const known = state().subscribers.get(id)
  // Events say who comes and goes; of large channels all names are asked for.
  const all = useFetched(async () => {
    const { subscribers } = await call('GET', `/streams/${id}/members`)
    return Array.isArray(subscribers) ? subscribers.filter((each: unknown) => typeof each === 'number') : []
  }, known?.ids)
  const { outcome, save } = useSaving()
  const [filter, setFilter] = useState('')
  const mayRemove = mayInChannel(state(), channel, 'can_remove_subscribers_group')
  return (
    <WhenFetched of={all}>
      {(ids) => (
        <>
          <AddSubscribers channel={channel} ids={new Set(ids)} />
          <FilterField value={filter} onInput={setFilter} label={text('settings.filterPeople')} />
          <p class="hint">{text('settings.peopleCount', { count: ids.length })}</p>
          <SaveNote outcome={outcome} />
          <List
            items={ids
              .map((userId) => ({ userId, name: shownName(userId) }))
              .filter((each) => fits(filter, each.name, userOf(state(), each.userId)?.delivery_email))
              .sort((a, b) => a.name.localeCompare(b.name))}
            keyOf={({ userId }) => userId}
            label={text('channels.subscribers')}
            empty={text('organization.nobodyFound')}
          >
            {({ userId, name: person }) => (
              <Line
                lead={
                  <Avatar id={userId} name={person} url={userOf(state(), userId)?.avatar_url} size={28} />
                }
                title={person}
                note={userOf(state(), userId)?.delivery_email ?? undefined}
                actions={
                  (mayRemove || userId === state().ownUser.user_id) && (
                    <IconButton
                      icon={UserMinus}
                      label={text('settings.remove', { name: person })}
                      onClick={() =>
                        void save(() =>
                          call('DELETE', '/users/me/subscriptions', {
                            subscriptions: [name],
                            principals: [userId],
                          }),
                        )
                      }
                    />
                  )
                }
              />
            )}
          </List>
        </>
      )}
    </WhenFetched>
  )
}

function AddSubscribers({ channel, ids }: { channel: Channel; ids: ReadonlySet<number> }) {
  const id = useUniqueId()
  const { outcome, save } = useSaving()
  const [chosen, setChosen] = useState<{ people: readonly number[]; groups: readonly number[] }>({
    people: [],
    groups: [],
  })
  const mayAdd =
    may(state(), 'can_add_subscribers_group') || mayInChannel(state(), channel, 'can_add_subscribers_group')
  if (channel.is_archived || !mayAdd) return <p class="hint">{text('channels.mayNotAdd')}</p>
  const inGroups = chosen.groups.flatMap((groupId) => [...memberIdsOf(state(), groupId)])
  const principals = [...new Set([...chosen.people, ...inGroups])].filter((userId) => !ids.has(userId))
  const add = async (): Promise<void> => {
    const subscriptions = [{ name: channel.name }]
    if (await save(() => call('POST', '/users/me/subscriptions', { subscriptions, principals })))
      setChosen({ people: [], groups: [] })
  }
  return (
    <>
      <Row id={id} label={text('channels.addSubscribers')} outcome={outcome} isWide>
        <PeopleAndGroups
          id={id}
          among={{ people: true, groups: true, bots: true, except: { people: ids } }}
          chosen={chosen}
          onChange={setChosen}
        />
      </Row>
      {principals.length === 0 && inGroups.length > 0 && (
        <p class="hint" role="status">
          {text('channels.allIn')}
        </p>
      )}
      {principals.length > 0 && (
        <button type="button" class="button" onClick={() => void add()}>
          {text('channels.addCount', { count: principals.length })}
        </button>
      )}
    </>
  )
}
