// Choosing where a message goes: a channel and its topic, or people.
import { Hash, Lock, MessagesSquare, X } from 'lucide-preact'
import { useEffect, useRef } from 'preact/hooks'
import { state } from '../live/state'
import { Avatar } from '../parts/avatar'
import { ComboField, type Option } from '../parts/combobox'
import { IconButton } from '../parts/icon-button'
import { channelOf, userOf } from '../store/names'
import { text } from '../texts/text'
import { fetchTopics } from './channel-topics'
import { findChannels, findPeople, findTopics } from './finding'
import { isChosen, type ComposeBox } from './compose-box'
import { personName, topicName, topicsPolicyOf, type Destination } from './destination'

interface FieldsProps {
  compose: ComposeBox
  /** Whether they stand where a button was pressed, which is gone now and the focus with it. */
  takesFocus: boolean
}

export function DestinationFields({ compose, takesFocus }: FieldsProps) {
  const to = compose.destination.value
  const fields = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!takesFocus) return
    const last = fields.current?.querySelector<HTMLInputElement>('.combo:last-of-type input')
    last?.focus()
    last?.select()
  }, [])
  const close = (): void => {
    if (!isChosen(compose.destination.peek())) compose.turnTo(compose.home)
    compose.isChoosing.value = false
    compose.box.focus()
  }
  return (
    <div
      ref={fields}
      class="compose-fields"
      onKeyDown={(event) => event.key === 'Escape' && !event.defaultPrevented && close()}
    >
      <KindButton compose={compose} />
      {to.type === 'stream' ? (
        <ChannelFields compose={compose} to={to} />
      ) : (
        <PeopleField compose={compose} ids={to.user_ids} />
      )}
      {isChosen(to) && <IconButton icon={X} label={text('writing.doneChoosing')} onClick={close} />}
    </div>
  )
}

/** To a channel or to people; what was written stays. */
function KindButton({ compose }: { compose: ComposeBox }) {
  const isDirect = compose.destination.value.type === 'private'
  return (
    <div class="compose-kind" role="group" aria-label={text('writing.kind')}>
      <button
        type="button"
        aria-pressed={!isDirect}
        onClick={() => (compose.destination.value = { type: 'stream', stream_id: undefined, topic: '' })}
      >
        {text('writing.toChannel')}
      </button>
      <button
        type="button"
        aria-pressed={isDirect}
        onClick={() => (compose.destination.value = { type: 'private', user_ids: [] })}
      >
        {text('writing.toPeople')}
      </button>
    </div>
  )
}

interface ChannelProps {
  compose: ComposeBox
  to: Destination & { type: 'stream' }
}

function ChannelFields({ compose, to }: ChannelProps) {
  const channel = to.stream_id === undefined ? undefined : channelOf(state(), to.stream_id)
  const hasTopics = to.stream_id === undefined || topicsPolicyOf(to.stream_id) !== 'empty_topic_only'
  return (
    <>
      <ComboField
        key={`channel ${String(to.stream_id)}`}
        class="compose-channel"
        label={text('writing.channel')}
        placeholder={text('writing.channel')}
        value={channel?.name ?? ''}
        above
        autofocus={!channel}
        find={(query) => findChannels(query === channel?.name ? '' : query).map(channelOption)}
        onChoose={({ id }) => {
          compose.destination.value = { type: 'stream', stream_id: id, topic: to.topic }
          void fetchTopics(id)
        }}
      />
      {hasTopics && <TopicField compose={compose} to={to} />}
    </>
  )
}

function TopicField({ compose, to }: ChannelProps) {
  const { stream_id: id, topic } = to
  const isRequired = id !== undefined && topicsPolicyOf(id) === 'disable_empty_topic'
  const change = (topic: string): void => {
    compose.destination.value = { type: 'stream', stream_id: id, topic }
  }
  return (
    <ComboField
      key={`topic ${String(id)}`}
      class="compose-topic"
      label={text('writing.topic')}
      placeholder={isRequired ? text('writing.topic') : topicName('')}
      value={topic}
      maxLength={state().server.max_topic_length * 2}
      above
      autofocus={id !== undefined && topic === ''}
      find={(query) => (id === undefined ? [] : topicOptions(id, query))}
      onInput={change}
      onChoose={({ key }) => {
        change(key)
        compose.box.focus()
      }}
      onEnter={() => compose.box.focus()}
    />
  )
}

function topicOptions(channelId: number, query: string): Option[] {
  void fetchTopics(channelId)
  return findTopics(query, channelId)
    .filter((name) => name !== '')
    .map((name) => ({ key: name, label: name }))
}

interface IdOption extends Option {
  id: number
}

function channelOption(channel: { stream_id: number; name: string; invite_only: boolean }): IdOption {
  const Icon = channel.invite_only ? Lock : Hash
  return {
    key: String(channel.stream_id),
    id: channel.stream_id,
    label: channel.name,
    picture: <Icon size={14} aria-hidden="true" />,
  }
}

function PeopleField({ compose, ids }: { compose: ComposeBox; ids: readonly number[] }) {
  const choose = (userIds: readonly number[]): void => {
    compose.destination.value = { type: 'private', user_ids: userIds }
  }
  return (
    <div class="compose-people">
      <MessagesSquare size={14} aria-hidden="true" />
      {ids.map((id) => (
        <span key={id} class="person-chip">
          {personName(id)}
          <button
            type="button"
            aria-label={text('writing.removePerson', { name: personName(id) })}
            onClick={() => choose(ids.filter((each) => each !== id))}
          >
            <X size={12} aria-hidden="true" />
          </button>
        </span>
      ))}
      <ComboField
        key={ids.join()}
        label={text('writing.addPerson')}
        placeholder={ids.length === 0 ? text('writing.addPerson') : ''}
        value=""
        above
        autofocus
        find={(query) =>
          findPeople(query, compose.destination.value)
            .filter(({ user_id }) => !ids.includes(user_id))
            .map(personOption)
        }
        onChoose={({ id }) => choose([...ids, id])}
        onBackspace={() => choose(ids.slice(0, -1))}
        onEnter={() => compose.box.focus()}
      />
    </div>
  )
}

function personOption({ user_id: id, full_name: name }: { user_id: number; full_name: string }): IdOption {
  return {
    key: String(id),
    id,
    label: name,
    picture: <Avatar id={id} name={name} url={userOf(state(), id)?.avatar_url} size={20} />,
  }
}
