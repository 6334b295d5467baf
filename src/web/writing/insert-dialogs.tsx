// Puts in what has a form of its own: a time, a poll, a list of tasks.
import { useState } from 'preact/hooks'
import { Dialog } from '../parts/dialog'
import { toast } from '../parts/toasts'
import { useUniqueId } from '../parts/unique-id'
import { text, type TextKey } from '../texts/text'
import type { TextBox } from './text-box'
import { nextFullHour, ownZone, zonedText, zonedTime } from './zones'

type Kind = 'time' | 'poll' | 'todo'

interface Props {
  kind: Kind
  box: TextBox
  close(): void
}

const titles: Readonly<Record<Kind, TextKey>> = {
  time: 'writing.time',
  poll: 'writing.poll',
  todo: 'writing.todo',
}

export function InsertDialog({ kind, box, close }: Props) {
  const [time, setTime] = useState(() => zonedText(nextFullHour(Date.now()), ownZone()))
  const [title, setTitle] = useState('')
  const [lines, setLines] = useState('')
  const id = useUniqueId()
  const written = kind === 'time' ? timeMarkdown(time) : widgetMarkdown(kind, title, lines)
  return (
    <Dialog
      title={text(titles[kind])}
      onClose={close}
      actions={
        <button type="submit" form={id} class="button" disabled={written === undefined}>
          {text('writing.insert')}
        </button>
      }
    >
      <form
        id={id}
        onSubmit={(event) => {
          event.preventDefault()
          if (written === undefined) return
          close()
          if (kind === 'time') box.insert(`${written} `)
          else putInstead(box, written)
          box.focus()
        }}
      >
        {kind === 'time' ? (
          <label class="field">
            <span class="label">{text('writing.timeWhen', { zone: ownZone() })}</span>
            <input
              class="input"
              type="datetime-local"
              value={time}
              onInput={({ currentTarget }) => setTime(currentTarget.value)}
            />
            <span class="hint">{text('writing.timeHint')}</span>
          </label>
        ) : (
          <WidgetFields kind={kind} title={title} setTitle={setTitle} lines={lines} setLines={setLines} />
        )}
      </form>
    </Dialog>
  )
}

/** Polls and lists are messages of their own: what was written makes room, and can be had back. */
function putInstead(box: TextBox, written: string): void {
  const before = box.text.peek()
  box.put(written)
  if (before.trim() === '') return
  toast(text('writing.replaced'), {
    action: { label: text('writing.undo'), run: () => box.put(before) },
  })
}

interface WidgetProps {
  kind: 'poll' | 'todo'
  title: string
  setTitle(title: string): void
  lines: string
  setLines(lines: string): void
}

function WidgetFields({ kind, title, setTitle, lines, setLines }: WidgetProps) {
  return (
    <>
      <label class="field">
        <span class="label">{text(kind === 'poll' ? 'writing.pollQuestion' : 'writing.todoTitle')}</span>
        <input class="input" value={title} onInput={({ currentTarget }) => setTitle(currentTarget.value)} />
      </label>
      <label class="field">
        <span class="label">{text(kind === 'poll' ? 'writing.pollOptions' : 'writing.todoTasks')}</span>
        <textarea
          class="input"
          rows={5}
          value={lines}
          onInput={({ currentTarget }) => setLines(currentTarget.value)}
        />
        <span class="hint">{text(kind === 'poll' ? 'writing.pollHint' : 'writing.todoHint')}</span>
      </label>
    </>
  )
}

function timeMarkdown(time: string): string | undefined {
  const moment = zonedTime(time, ownZone())
  return moment === undefined ? undefined : `<time:${new Date(moment).toISOString().replace('.000', '')}>`
}

function widgetMarkdown(kind: 'poll' | 'todo', title: string, lines: string): string | undefined {
  if (kind === 'poll' && title.trim() === '') return undefined
  return [`/${kind} ${title.trim()}`.trim(), ...lines.split('\n').map((line) => line.trim())]
    .filter((line) => line !== '')
    .join('\n')
}
