// Setting one's own status: a text and an emoji, from what is usual or one's own.
import { useState } from 'preact/hooks'
import { call } from '../api/call'
import { characterOf } from '../emoji/emoji'
import { state } from '../live/state'
import { Dialog } from '../parts/dialog'
import { showDialog } from '../parts/dialogs'
import { problemText } from '../parts/toasts'
import { text, type TextKey } from '../texts/text'

/** What people often are, to be taken by one click. */
const usual: readonly { key: TextKey; name: string; code: string }[] = [
  { key: 'people.statusBusy', name: 'working_on_it', code: '1f6e0' },
  { key: 'people.statusMeeting', name: 'calendar', code: '1f4c5' },
  { key: 'people.statusCommuting', name: 'bus', code: '1f68c' },
  { key: 'people.statusSick', name: 'hurt', code: '1f915' },
  { key: 'people.statusVacation', name: 'palm_tree', code: '1f334' },
  { key: 'people.statusRemote', name: 'house', code: '1f3e0' },
]
const longest = 60

export function showStatusDialog(): void {
  showDialog((close) => <StatusDialog onClose={close} />)
}

function StatusDialog({ onClose }: { onClose(): void }) {
  const before = state().userStatuses.get(state().ownUser.user_id)
  const [words, setWords] = useState(before?.status_text ?? '')
  const [emoji, setEmoji] = useState({ name: before?.emoji_name ?? '', code: before?.emoji_code ?? '' })
  const [problem, setProblem] = useState<string>()
  const save = async (status: { words: string; emoji: { name: string; code: string } }): Promise<void> => {
    try {
      await call('POST', '/users/me/status', {
        status_text: status.words.trim(),
        emoji_name: status.emoji.name,
        ...(status.emoji.name === ''
          ? {}
          : { emoji_code: status.emoji.code, reaction_type: typeOf(status.emoji) }),
      })
      onClose()
    } catch (error) {
      setProblem(problemText(error))
    }
  }
  const typeOf = ({ name }: { name: string }): string =>
    name === before?.emoji_name ? (before.reaction_type ?? 'unicode_emoji') : 'unicode_emoji'
  return (
    <Dialog
      title={text('people.setStatus')}
      onClose={onClose}
      actions={
        <>
          <button
            type="button"
            class="button plain"
            onClick={() => void save({ words: '', emoji: { name: '', code: '' } })}
          >
            {text('people.clearStatus')}
          </button>
          <button type="submit" form="status-form" class="button">
            {text('people.saveStatus')}
          </button>
        </>
      }
    >
      <form
        id="status-form"
        onSubmit={(event) => {
          event.preventDefault()
          void save({ words, emoji })
        }}
      >
        <div class="field">
          <label for="status-text">{text('people.status')}</label>
          <div class="status-line">
            <span class="status-chosen" aria-hidden="true">
              {emoji.code === '' ? '💬' : characterOf(emoji.code)}
            </span>
            <input
              id="status-text"
              class="input"
              maxLength={longest}
              value={words}
              placeholder={text('people.statusPlaceholder')}
              onInput={(event) => setWords(event.currentTarget.value)}
            />
          </div>
          {problem !== undefined && (
            <p class="error" role="alert">
              {problem}
            </p>
          )}
        </div>
      </form>
      <ul class="status-usual">
        {usual.map(({ key, name, code }) => (
          <li key={key}>
            <button
              type="button"
              class="menu-item"
              onClick={() => {
                setWords(text(key))
                setEmoji({ name, code })
              }}
            >
              <span aria-hidden="true">{characterOf(code)}</span> {text(key)}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
