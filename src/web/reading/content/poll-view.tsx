// A poll to take part in.
import { Pencil, Plus } from 'lucide-preact'
import { state } from '../../live/state'
import type { Message } from '../../store/messages'
import { nameOf } from '../../store/names'
import { text } from '../../texts/text'
import { nextIndex, type Poll, type PollOption } from './poll'
import { doStep } from './steps'
import { AddEntry, EditableTitle } from './widget-fields'

export function PollView({ message, poll }: { message: Message; poll: Poll }) {
  const me = state().ownUser.user_id
  return (
    <section class="widget" aria-label={text('reading.poll')}>
      <EditableTitle
        title={poll.question || text('reading.poll')}
        label={text('reading.editQuestion')}
        icon={Pencil}
        mayEdit={message.sender_id === me}
        onSave={(question) => doStep(message.id, { type: 'question', question })}
      />
      {poll.options.length === 0 && <p class="soft">{text('reading.pollEmpty')}</p>}
      <ul class="poll-options">
        {poll.options.map((option) => (
          <Option key={option.key} messageId={message.id} option={option} />
        ))}
      </ul>
      <AddEntry
        icon={Plus}
        label={text('reading.addOption')}
        onAdd={(option) => doStep(message.id, { type: 'new_option', idx: nextIndex(poll, me), option })}
      />
    </section>
  )
}

function Option({ messageId, option: { key, option, voters } }: { messageId: number; option: PollOption }) {
  const chosen = voters.includes(state().ownUser.user_id)
  const names = voters.map((id) => nameOf(state(), id) ?? '?').join(', ')
  return (
    <li>
      <button
        type="button"
        class="poll-vote"
        aria-pressed={chosen}
        aria-label={text('reading.voteFor', { option, count: voters.length })}
        onClick={() => void doStep(messageId, { type: 'vote', key, vote: chosen ? -1 : 1 })}
      >
        {voters.length}
      </button>
      <span class="poll-option" dir="auto">
        {option}
      </span>
      {names !== '' && (
        <span class="soft" dir="auto">
          {names}
        </span>
      )}
    </li>
  )
}
