// Edits a message where it stands.
import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { Problem } from '../api/call'
import { state } from '../live/state'
import { problemText, toast } from '../parts/toasts'
import { Skeleton } from '../parts/skeleton'
import { conversationOf } from '../store/conversations'
import type { Message } from '../store/messages'
import { text } from '../texts/text'
import { isLonger } from './code-points'
import { boxOfEdit, giveUpEditing, saveEdit, sourceOf } from './editing'
import { Editor } from './editor'
import { Preview } from './preview'
import { stopsTyping, typesIn } from './typing-notices'
import { Toolbar } from './toolbar'
import { UploadList } from './upload-list'

interface Props {
  message: Message
  /** Called when it was saved. */
  onDone(): void
}

export function EditBox({ message, onDone }: Props) {
  const { id } = message
  const { box, uploads, before } = useMemo(() => boxOfEdit(id), [id])
  const theirs = useSignal<string | undefined>(undefined)
  const problem = useSignal<string | undefined>(undefined)
  const isPreviewed = useSignal(false)
  useEffect(() => {
    if (before.peek() !== undefined) return
    sourceOf(id).then(
      (source) => {
        box.put(source)
        before.value = source
      },
      (error) => (problem.value = problemText(error)),
    )
  }, [id])
  useEffect(() => stopsTyping, [])
  const save = async (over = before.peek()): Promise<void> => {
    const content = box.text.peek().trimEnd()
    if (over === undefined) return
    if (uploads.count.peek() > 0) {
      problem.value = text(uploads.isStuck.peek() ? 'writing.uploadStuck' : 'writing.stillUploading')
      return
    }
    if (content === before.peek() && theirs.peek() === undefined) return onDone()
    problem.value = obstacleOf(content)
    if (problem.peek() !== undefined) return
    try {
      await saveEdit(id, content, over)
      onDone()
    } catch (error) {
      if (error instanceof Problem && error.code === 'EXPECTATION_MISMATCH')
        theirs.value = await sourceOf(id).catch(() => '')
      else problem.value = problemText(error)
    }
  }
  const giveUp = (): void => {
    const isChanged = before.peek() !== undefined && box.text.peek() !== before.peek()
    const takeUp = giveUpEditing()
    if (isChanged)
      toast(text('writing.changesGivenUp'), { action: { label: text('writing.undo'), run: takeUp } })
  }
  const takeTheirs = (): void => {
    const now = theirs.peek() ?? ''
    box.put(now)
    before.value = now
    theirs.value = undefined
    box.focus()
  }
  if (before.value === undefined && problem.value === undefined)
    return <Skeleton rows={1} label={text('shell.loading')} />
  return (
    <div class="compose-box edit-box" role="group" aria-label={text('writing.editing')}>
      {isPreviewed.value ? (
        <Preview content={box.text.value} />
      ) : (
        <Editor
          box={box}
          to={conversationOf(message, state().ownUser.user_id)}
          label={text('writing.editedMessage')}
          autofocus
          onInput={() => typesIn(message)}
          onSubmit={() => void save()}
          onEscape={giveUp}
          onFiles={(files) => uploads.add(files)}
        />
      )}
      <UploadList uploads={uploads} />
      {problem.value !== undefined && (
        <p class="edit-problem" role="alert">
          {problem.value}
        </p>
      )}
      {theirs.value !== undefined && (
        <div class="edit-conflict" role="alert">
          <p>{text('writing.changedMeanwhile')}</p>
          <pre dir="auto">{theirs.value}</pre>
          <button type="button" class="button plain" onClick={takeTheirs}>
            {text('writing.takeTheirs')}
          </button>
          <button type="button" class="button" onClick={() => void save(theirs.peek())}>
            {text('writing.keepMine')}
          </button>
        </div>
      )}
      <div class="compose-foot">
        <Toolbar box={box} onFiles={(files) => uploads.add(files)} />
        <span class="edit-buttons">
          <button
            type="button"
            class="button plain"
            aria-pressed={isPreviewed.value}
            onClick={() => (isPreviewed.value = !isPreviewed.value)}
          >
            {text('writing.preview')}
          </button>
          <button type="button" class="button plain" onClick={giveUp}>
            {text('writing.cancel')}
          </button>
          <button type="button" class="button" onClick={() => void save()}>
            {text('writing.save')}
          </button>
        </span>
      </div>
    </div>
  )
}

function obstacleOf(content: string): string | undefined {
  const { max_message_length: longest } = state().server
  return isLonger(content, longest) ? text('writing.tooLong', { count: longest }) : undefined
}
