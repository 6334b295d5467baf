// Moves a message, or with it all after it or its whole topic, to another topic or channel; renames topics.
import { useId, useState } from 'preact/hooks'
import { call, Problem } from '../api/call'
import { go } from '../addresses/address'
import { topicLink } from '../live/links'
import { state } from '../live/state'
import { Dialog } from '../parts/dialog'
import { showDialog } from '../parts/dialogs'
import { problemText } from '../parts/toasts'
import { subscribedChannels } from '../store/listings'
import { mayMoveOut, mayMoveWithin } from '../store/message-permissions'
import type { Message } from '../store/messages'
import { text, type TextKey } from '../texts/text'
import { topicText } from './topic-text'

const scopes = ['change_all', 'change_later', 'change_one'] as const
type Scope = (typeof scopes)[number]
const scopeLabels: Readonly<Record<Scope, TextKey>> = {
  change_all: 'acting.moveAll',
  change_later: 'acting.moveLater',
  change_one: 'acting.moveOne',
}

/** What is to be moved: some message of the topic, and whether the topic as a whole is meant. */
interface Moved {
  messageId: number
  channelId: number
  topic: string
  isTopic: boolean
}

export function showMoveDialog({ id, stream_id: channelId, subject: topic }: Message): void {
  if (channelId === undefined) return
  showDialog((close) => (
    <MoveDialog moved={{ messageId: id, channelId, topic, isTopic: false }} onClose={close} />
  ))
}

/** @param messageId one of the topic's messages */
export function showTopicMoveDialog(channelId: number, topic: string, messageId: number): void {
  showDialog((close) => <MoveDialog moved={{ messageId, channelId, topic, isTopic: true }} onClose={close} />)
}

function MoveDialog({ moved, onClose }: { moved: Moved; onClose(): void }) {
  const { messageId, channelId, topic, isTopic } = moved
  const [channel, setChannel] = useState(channelId)
  const [name, setName] = useState(topic)
  const [scope, setScope] = useState<Scope>(isTopic ? 'change_all' : 'change_later')
  const [tellsOld, setTellsOld] = useState(false)
  const [tellsNew, setTellsNew] = useState(true)
  const [problem, setProblem] = useState<string>()
  const [isRunning, setRunning] = useState(false)
  const id = useId()
  const isSame = channel === channelId && name.trim() === topic
  const move = async (): Promise<void> => {
    setRunning(true)
    try {
      await call('PATCH', `/messages/${String(messageId)}`, {
        propagate_mode: scope,
        ...(name.trim() === topic ? {} : { topic: name.trim() }),
        ...(channel === channelId ? {} : { stream_id: channel }),
        send_notification_to_old_thread: tellsOld,
        send_notification_to_new_thread: tellsNew,
      })
      onClose()
      if (scope !== 'change_one') go(topicLink(channel, name.trim()))
    } catch (error) {
      setProblem(refusal(error))
      setRunning(false)
    }
  }
  return (
    <Dialog
      title={text(isTopic ? 'acting.moveTopic' : 'acting.move')}
      onClose={onClose}
      actions={
        <>
          <button type="button" class="button plain" onClick={onClose}>
            {text('acting.cancel')}
          </button>
          <button type="submit" form={id} class="button" disabled={isSame || isRunning}>
            {text('acting.moveNow')}
          </button>
        </>
      }
    >
      <form
        id={id}
        onSubmit={(event) => {
          event.preventDefault()
          void move()
        }}
      >
        <div class="field">
          <label for={`${id}-channel`}>{text('acting.channel')}</label>
          <select
            id={`${id}-channel`}
            class="input"
            value={channel}
            disabled={!mayLeave(channelId)}
            onChange={(event) => setChannel(Number(event.currentTarget.value))}
          >
            {subscribedChannels(state())
              .filter((each) => !each.is_archived)
              .map((each) => (
                <option key={each.stream_id} value={each.stream_id}>
                  {each.name}
                </option>
              ))}
          </select>
        </div>
        <div class="field">
          <label for={`${id}-topic`}>{text('acting.topic')}</label>
          <input
            id={`${id}-topic`}
            class="input"
            value={name}
            placeholder={topicText('')}
            maxLength={state().server.max_topic_length}
            disabled={!mayRename(channelId)}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </div>
        {!isTopic && (
          <fieldset class="choices">
            <legend class="label">{text('acting.moveWhat')}</legend>
            {scopes.map((each) => (
              <label key={each}>
                <input type="radio" name="scope" checked={scope === each} onChange={() => setScope(each)} />
                {text(scopeLabels[each])}
              </label>
            ))}
          </fieldset>
        )}
        <div class="choices">
          <label>
            <input type="checkbox" checked={tellsNew} onChange={() => setTellsNew(!tellsNew)} />
            {text('acting.tellNew')}
          </label>
          <label>
            <input type="checkbox" checked={tellsOld} onChange={() => setTellsOld(!tellsOld)} />
            {text('acting.tellOld')}
          </label>
        </div>
        {problem !== undefined && (
          <p class="error" role="alert">
            {problem}
          </p>
        )}
      </form>
    </Dialog>
  )
}

function mayLeave(channelId: number): boolean {
  const channel = state().channels.get(channelId)
  return channel !== undefined && mayMoveOut(state(), channel)
}

function mayRename(channelId: number): boolean {
  const channel = state().channels.get(channelId)
  return channel !== undefined && mayMoveWithin(state(), channel)
}

/** Too old to be moved as a whole: the server says how many are not. */
function refusal(error: unknown): string {
  if (error instanceof Problem && error.code === 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED')
    return text('acting.tooOld', {
      allowed: Number(error.answer['total_messages_allowed_to_move']),
      total: Number(error.answer['total_messages_in_topic']),
    })
  return problemText(error)
}
