// Setting one's own status: a text and an emoji, from what is usual or one's own.
import { SmilePlus } from 'lucide-preact'
import { useRef, useState } from 'preact/hooks'
import { call } from '../api/call'
import { characterOf, Emoji } from '../emoji/emoji'
import { showEmojiPicker } from '../emoji/picker'
import { state } from '../live/state'
import { Dialog } from '../parts/dialog'
import { showDialog } from '../parts/dialogs'
import { useEdited } from '../parts/edited'
import { problemText } from '../parts/toasts'
import type { UserStatus } from '../store/user-status'
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

type Status = Required<Omit<UserStatus, 'away'>>

const noStatus: Status = {
  status_text: '',
  emoji_name: '',
  emoji_code: '',
  reaction_type: 'unicode_emoji',
}

export function showStatusDialog(): void {
  showDialog((close) => <StatusDialog onClose={close} />)
}

function StatusDialog({ onClose }: { onClose(): void }) {
  const status: Status = { ...noStatus, ...state().userStatuses.get(state().ownUser.user_id) }
  const { shown, set, send } = useEdited(status, noStatus)
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const save = async (run: () => Promise<unknown>): Promise<void> => {
    try {
      await run()
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
          <button
            type="button"
            class="button plain"
            onClick={() =>
              void save(() => call('POST', '/users/me/status', { status_text: '', emoji_name: '' }))
            }
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
          void save(() => send((changes) => call('POST', '/users/me/status', parametersOf(changes, shown))))
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
                  set({ emoji_name: name, emoji_code: code, reaction_type: type })
                  field.current?.focus()
                })
              }
            >
              {shown.emoji_code === '' ? (
                <SmilePlus size={18} aria-hidden="true" />
              ) : (
                <Emoji name={shown.emoji_name} code={shown.emoji_code} type={shown.reaction_type} />
              )}
            </button>
            <input
              ref={field}
              id="status-text"
              class="input"
              maxLength={longest}
              value={shown.status_text}
              placeholder={text('people.statusPlaceholder')}
              onInput={(event) => set({ status_text: event.currentTarget.value })}
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
              onClick={() =>
                set({
                  status_text: text(key),
                  emoji_name: name,
                  emoji_code: code,
                  reaction_type: 'unicode_emoji',
                })
              }
            >
              <span aria-hidden="true">{characterOf(code)}</span> {text(key)}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

/** Words and emoji are two things; what an emoji is takes three fields, and goes as one. */
function parametersOf(changes: Partial<Status>, shown: Status): Record<string, string> {
  const { status_text, ...emoji } = changes
  return {
    ...(status_text === undefined ? {} : { status_text: status_text.trim() }),
    ...(Object.keys(emoji).length === 0 ? {} : emojiOf(shown)),
  }
}

function emojiOf({ emoji_name, emoji_code, reaction_type }: Status): Record<string, string> {
  return emoji_name === '' ? { emoji_name } : { emoji_name, emoji_code, reaction_type }
}
