// One message: who, when, what, and below it what others made of it.
import { useState } from 'preact/hooks'
import { state } from '../live/state'
import { messageLink } from '../live/links'
import { Avatar } from '../parts/avatar'
import type { Message } from '../store/messages'
import { senderNameOf, senderPictureOf } from '../store/names'
import { text } from '../texts/text'
import type { SearchMarks } from '../feeds/fetching'
import { onLongPress } from '../acting/long-press'
import { showMessageMenu } from '../acting/message-menu'
import { MessageToolbar } from '../acting/message-toolbar'
import { Reactions } from '../acting/reactions'
import { EditBox } from '../writing/edit-box'
import { editedMessageId, endEditing } from '../writing/editing'
import { LeftEdit } from '../writing/left-edit'
import { EditingNotice } from '../writing/typing-notice'
import { Content } from './content/content'
import { timeOfDay, wholeMoment } from '../parts/moments'

interface Props {
  message: Message
  /** Whether it has the sender's picture and name. */
  isFirst: boolean
  marks?: SearchMarks | undefined
}

export function MessageRow(props: Props) {
  const { id, sender_id: senderId } = props.message
  const [isWanted, setWanted] = useState(false)
  if (isWanted || !state().mutedUsers.has(senderId)) return <Row {...props} />
  return (
    <article class="message of-muted" data-message-id={id} tabIndex={-1}>
      <span>{text('reading.ofMuted')}</span>
      <button type="button" class="button plain small" onClick={() => setWanted(true)}>
        {text('reading.showOfMuted')}
      </button>
    </article>
  )
}

function Row({ message, isFirst, marks }: Props) {
  const sender = senderNameOf(state(), message)
  const { id, flags, is_me_message: isMe } = message
  const isMention = flags.includes('mentioned') || flags.includes('wildcard_mentioned')
  const hasHead = isFirst || isMe
  const isEdited = editedMessageId() === id
  // Only the message that somebody is at has its buttons: a feed has hundreds.
  const [isPointed, setPointed] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  return (
    <article
      class={`message ${hasHead ? 'first' : ''} ${isMention ? 'mentioning' : ''} ${isMe ? 'me' : ''}`}
      data-message-id={id}
      tabIndex={-1}
      onPointerEnter={({ pointerType }) => setPointed(pointerType !== 'touch')}
      onPointerLeave={() => setPointed(false)}
      onFocusIn={() => setFocus(true)}
      onFocusOut={({ relatedTarget, currentTarget }) => setFocus(staysAt(currentTarget, relatedTarget))}
      // In a text, a finger that stays marks words.
      {...(isEdited ? {} : onLongPress((at) => showMessageMenu(message, at)))}
      aria-label={text('reading.messageBy', { name: sender, time: wholeMoment(message.timestamp) })}
    >
      {hasHead ? (
        <button
          type="button"
          class="sender-picture"
          tabIndex={-1}
          aria-hidden="true"
          data-person={message.sender_id}
        >
          <Avatar
            id={message.sender_id}
            name={sender}
            url={senderPictureOf(state(), message)}
            size={isMe ? 20 : 36}
          />
        </button>
      ) : null}
      <div class="message-body">
        {isFirst && !isMe && (
          <div class="message-head">
            <button type="button" class="sender" dir="auto" data-person={message.sender_id}>
              {sender}
            </button>
            <Sent message={message} />
          </div>
        )}
        {isEdited ? (
          <EditBox message={message} onDone={endEditing} />
        ) : isMe ? (
          <div class="me-line">
            <button type="button" class="sender" dir="auto" data-person={message.sender_id}>
              {sender}
            </button>
            <Content message={message} marks={marks} />
          </div>
        ) : (
          <Content message={message} marks={marks} />
        )}
        <LeftEdit messageId={id} />
        <EditingNotice messageId={id} />
        {isChanged(message) && <Marks message={message} />}
        {message.reactions.length > 0 && <Reactions message={message} />}
      </div>
      {!(isFirst && !isMe) && <Sent message={message} />}
      {(isPointed || hasFocus) && !isEdited && <MessageToolbar message={message} />}
    </article>
  )
}

/** Whether somebody is still at the row: at its buttons, or in a menu or dialog, which gives the focus back to one of them. */
function staysAt(row: Element, focused: EventTarget | null): boolean {
  if (!(focused instanceof Element)) return false
  return row.contains(focused) || focused.closest('[role=menu], [role=dialog], dialog') !== null
}

/** When it was sent, which leads to the message itself. */
function Sent({ message }: { message: Message }) {
  const { timestamp } = message
  return (
    <a class="sent" href={messageLink(message)} title={wholeMoment(timestamp)}>
      <time dateTime={new Date(timestamp * 1000).toISOString()}>{timeOfDay(timestamp)}</time>
    </a>
  )
}

function isChanged({ last_edit_timestamp: edited, last_moved_timestamp: moved }: Message): boolean {
  return edited !== undefined || moved !== undefined
}

/** That it was edited or moved. */
function Marks({
  message: { last_edit_timestamp: edited, last_moved_timestamp: moved },
}: {
  message: Message
}) {
  return (
    <div class="message-marks">
      {edited !== undefined && (
        <span title={text('reading.editedAt', { time: wholeMoment(edited) })}>{text('reading.edited')}</span>
      )}
      {moved !== undefined && (
        <span title={text('reading.movedAt', { time: wholeMoment(moved) })}>{text('reading.moved')}</span>
      )}
    </div>
  )
}
