// What became of a message: each edit with what changed in it, each move from where to where.
import { call } from '../api/call'
import { state } from '../live/state'
import { Dialog } from '../parts/dialog'
import { showDialog } from '../parts/dialogs'
import { Rendered } from '../parts/rendered'
import { shownName } from '../people/names'
import type { Message } from '../store/messages'
import { isNumber, isText, listOf, nullable, optional, shape, type Checked } from '../store/shapes'
import { text } from '../texts/text'
import { momentWords } from '../texts/times'
import { Fetched } from './fetched'
import { topicText } from './topic-text'

const isVersion = shape({
  topic: isText,
  timestamp: isNumber,
  user_id: nullable(isNumber),
  rendered_content: isText,
  content_html_diff: optional(isText),
  prev_topic: optional(isText),
  stream: optional(isNumber),
  prev_stream: optional(isNumber),
})
type Version = Checked<typeof isVersion>

export function showHistory({ id }: Message): void {
  showDialog((close) => (
    <Dialog title={text('acting.history')} size="medium" isToBeRead onClose={close}>
      <Fetched load={() => versionsOf(id)}>
        {(versions) => (
          <ol class="history">
            {versions.map((version, index) => (
              <Entry key={index} version={version} isFirst={index === 0} />
            ))}
          </ol>
        )}
      </Fetched>
    </Dialog>
  ))
}

async function versionsOf(id: number): Promise<readonly Version[]> {
  const { message_history: versions } = await call('GET', `/messages/${String(id)}/history`)
  return listOf(isVersion, versions)
}

function Entry({ version, isFirst }: { version: Version; isFirst: boolean }) {
  const { timestamp, user_id, prev_topic, topic, prev_stream, stream, content_html_diff: diff } = version
  const is24 = state().userSettings.twenty_four_hour_time
  return (
    <li>
      <h3>
        <bdi>{user_id === null ? text('people.unknownPerson') : shownName(user_id)}</bdi>
        <time dateTime={new Date(timestamp * 1000).toISOString()}>{momentWords(timestamp, is24)}</time>
      </h3>
      {prev_stream !== undefined && (
        <p>{text('acting.movedChannel', { from: channelName(prev_stream), to: channelName(stream) })}</p>
      )}
      {prev_topic !== undefined && (
        <p>{text('acting.movedTopic', { from: topicText(prev_topic), to: topicText(topic) })}</p>
      )}
      {(isFirst || diff !== undefined) && <Rendered html={diff ?? version.rendered_content} />}
    </li>
  )
}

function channelName(id: number | undefined): string {
  return (id === undefined ? undefined : state().channels.get(id)?.name) ?? text('acting.unknownChannel')
}
