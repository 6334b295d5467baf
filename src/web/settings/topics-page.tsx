// The page of topics for which one has chosen something: followed, muted, unmuted in a muted channel.
import { useState } from 'preact/hooks'
import { call } from '../api/call'
import { state } from '../live/state'
import { channelOf } from '../store/names'
import { visibility, type UserTopic } from '../store/user-topics'
import { text, type TextKey } from '../texts/text'
import { dayWords } from '../texts/times'
import { FilterField, fits, Line, List } from './controls/list'
import { SaveNote, useChange } from './controls/saving'
import { Select } from './controls/setting-rows'

const policies: readonly { value: number; label: TextKey }[] = [
  { value: visibility.followed, label: 'settings.topicFollowed' },
  { value: visibility.unmuted, label: 'settings.topicUnmuted' },
  { value: visibility.inherit, label: 'settings.topicInherit' },
  { value: visibility.muted, label: 'settings.topicMuted' },
]

export function TopicsPage() {
  const [filter, setFilter] = useState('')
  const topics = [...state().userTopics.values()]
    .flatMap((topics) => [...topics.values()])
    .map((topic) => ({
      topic,
      channel: channelOf(state(), topic.stream_id)?.name ?? text('settings.hiddenChannel'),
    }))
    .filter(({ topic, channel }) => fits(filter, topic.topic_name, channel))
    .sort((a, b) => b.topic.last_updated - a.topic.last_updated)
  return (
    <>
      <p class="hint">{text('settings.topicsHint')}</p>
      <FilterField value={filter} onInput={setFilter} label={text('settings.filterTopics')} />
      <List
        items={topics}
        keyOf={({ topic }) => `${topic.stream_id} ${topic.topic_name}`}
        label={text('settings.topics')}
        empty={text('settings.noTopics')}
      >
        {({ topic, channel }) => <TopicLine topic={topic} channel={channel} />}
      </List>
    </>
  )
}

function TopicLine({ topic, channel }: { topic: UserTopic; channel: string }) {
  const { stream_id, topic_name, last_updated, visibility_policy } = topic
  const { shown, change, outcome } = useChange(visibility_policy, (policy) =>
    call('POST', '/user_topics', { stream_id, topic: topic_name, visibility_policy: policy }),
  )
  const name = topic_name || state().organization.empty_topic_display_name
  return (
    <Line
      title={name}
      note={`${channel} · ${dayWords(last_updated)}`}
      actions={
        <>
          <SaveNote outcome={outcome} />
          <Select
            aria-label={name}
            value={shown}
            options={policies.map(({ value, label }) => ({ value, label: text(label) }))}
            onChange={(policy) => void change(policy)}
          />
        </>
      }
    />
  )
}
