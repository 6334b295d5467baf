// Setting one's own status: a text and an emoji, from what is usual or one's own.
import { SmilePlus } from 'lucide-preact'
import { useRef, useState } from 'preact/hooks'
import { call } from '../api/call'
import { characterOf, Emoji } from '../emoji/emoji'
import { showEmojiPicker } from '../emoji/picker'
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

interface StatusEmoji {
  name: string
  code: string
  /** Of the organization's own, too. */
  type: string
}
const noEmoji: StatusEmoji = { name: '', code: '', type: 'unicode_emoji' }

export function showStatusDialog(): void {
  showDialog((close) => <StatusDialog onClose={close} />)
}

function StatusDialog({ onClose }: { onClose(): void }) {
  const before = state().userStatuses.get(state().ownUser.user_id)
  const [words, setWords] = useState(before?.status_text ?? '')
  const [emoji, setEmoji] = useState<StatusEmoji>({
    name: before?.emoji_name ?? '',
    code: before?.emoji_code ?? '',
    type: before?.reaction_type ?? 'unicode_emoji',
  })
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const save = async (status: { words: string; emoji: StatusEmoji }): Promise<void> => {
    try {
      await call('POST', '/users/me/status', {
        status_text: status.words.trim(),
        emoji_name: status.emoji.name,
        ...(status.emoji.name === ''
          ? {}
          : { emoji_code: status.emoji.code, reaction_type: status.emoji.type }),
      })
      onClose()
    } catch (error) {
      setProblem(problemText(error))
    }
  }
  return (
    <Dialog
      title={text('people.setStatus')}
      onClose={onClose}
      actions={
        <>
          <button type="button" class="button plain" onClick={() => void save({ words: '', emoji: noEmoji })}>
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
            <button
              type="button"
              class="status-chosen"
              aria-label={text('people.chooseStatusEmoji')}
              title={text('people.chooseStatusEmoji')}
              onClick={({ currentTarget }) =>
                showEmojiPicker(currentTarget, ({ name, code, type }) => {
                  setEmoji({ name, code, type })
                  field.current?.focus()
                })
              }
            >
              {emoji.code === '' ? <SmilePlus size={18} aria-hidden="true" /> : <Emoji {...emoji} />}
            </button>
            <input
              ref={field}
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
                setEmoji({ name, code, type: 'unicode_emoji' })
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
