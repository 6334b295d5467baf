// One's own messages that are on their way, at the end of the feed: gone when the real ones stand there.
import { Clock, RotateCw, Pencil, Trash2, TriangleAlert } from 'lucide-preact'
import { state } from '../live/state'
import { Avatar } from '../parts/avatar'
import { ownUserOf } from '../store/names'
import { text } from '../texts/text'
import { currentBox, startConversation } from './current-box'
import { destinationKey, destinationName, type Destination } from './destination'
import { discard, pendingMessages, sendAgain, type PendingMessage } from './outbox'

/** @param to of the feed; all, if undefined */
export function Pending({ to }: { to?: Destination }) {
  const all = pendingMessages()
  if (all.length === 0) return null
  const key = to && destinationKey(to)
  const here = all.filter((pending) => key === undefined || destinationKey(pending.to) === key)
  return (
    <div class="pending-messages" role="log" aria-label={text('writing.onTheirWay')}>
      {here.map((pending) => (
        <Row key={pending.localId} pending={pending} hasPlace={to === undefined} />
      ))}
    </div>
  )
}

/** @param hasPlace whether it says where it goes */
function Row({ pending, hasPlace }: { pending: PendingMessage; hasPlace: boolean }) {
  const { content, status, problem } = pending
  const me = ownUserOf(state())
  const { user_id: id, full_name: name } = state().ownUser
  return (
    <article class={`pending-message ${status}`}>
      <Avatar id={id} name={name} url={me?.avatar_url} />
      <div class="pending-inside">
        <div class="pending-sender">
          {name}
          {hasPlace && <span class="pending-note">{destinationName(pending.to)}</span>}
          {status === 'waiting' && (
            <span class="pending-note">
              <Clock size={12} aria-hidden="true" /> {text('writing.waits')}
            </span>
          )}
        </div>
        <div class="pending-content" dir="auto">
          {content}
        </div>
        {status === 'failed' && (
          <p class="pending-problem" role="alert">
            <TriangleAlert size={14} aria-hidden="true" />
            {text('writing.notSent', { reason: problem ?? '' })}
          </p>
        )}
        {(status === 'failed' || status === 'waiting') && <Choices pending={pending} />}
      </div>
    </article>
  )
}

function Choices({ pending: { localId, to, content, status } }: { pending: PendingMessage }) {
  return (
    <div class="pending-choices">
      {status === 'failed' && (
        <button type="button" class="button plain" onClick={() => sendAgain(localId)}>
          <RotateCw size={14} aria-hidden="true" /> {text('writing.tryAgain')}
        </button>
      )}
      <button
        type="button"
        class="button plain"
        onClick={() => {
          discard(localId)
          startConversation(to)
          const box = currentBox()?.box
          if (box) box.put([content, box.text.peek()].filter((part) => part.trim() !== '').join('\n\n'))
        }}
      >
        <Pencil size={14} aria-hidden="true" /> {text('writing.editPending')}
      </button>
      <button type="button" class="button plain" onClick={() => discard(localId)}>
        <Trash2 size={14} aria-hidden="true" /> {text('writing.discard')}
      </button>
    </div>
  )
}
