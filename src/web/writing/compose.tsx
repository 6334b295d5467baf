// The compose box: where to, the text, what stands in the way, and the button that sends.
import { useComputed } from '@preact/signals'
import { CalendarClock, ChevronDown, Eye, Pencil, SendHorizontal } from 'lucide-preact'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { IconButton } from '../parts/icon-button'
import { lazyPart } from '../parts/lazy'
import { useUniqueId } from '../parts/unique-id'
import { text } from '../texts/text'
import { boxFor, leaveBox } from './boxes'
import type { ComposeBox } from './compose-box'
import { becomeCurrent } from './current-box'
import { destinationKey, destinationName, topicName, type Destination } from './destination'
import { editLastMessage } from './editing'
import { Editor } from './editor'
import { Preview } from './preview'
import { showScheduleDialog } from './scheduling'
import { sendBox } from './sending'
import { Toolbar } from './toolbar'
import { UploadList, useDrop } from './upload-list'
import { stopsTyping, typesTo } from './typing-notices'
import { Warnings } from './warning-list'

const DestinationFields = lazyPart(async () => (await import('./destination-fields')).DestinationFields)

interface Props {
  /** What is written here goes there if nothing else is chosen. */
  to?: Destination
  autofocus?: boolean
  /** Called when it was sent. */
  onSent?(): void
}

const nowhere: Destination = { type: 'stream', stream_id: undefined, topic: '' }

/** A box for each conversation: what was written in another stays there. What is around the text stays in the page. */
export function Compose({ to = nowhere, autofocus, onSent }: Props) {
  const key = destinationKey(to)
  const compose = useMemo(() => boxFor(to), [key])
  useLayoutEffect(() => becomeCurrent(compose), [compose])
  useEffect(() => () => leaveBox(compose), [compose])
  const attach = useCallback((files: readonly File[]) => compose.uploads.add(files), [compose])
  const inside = useDrop(attach)
  useEffect(() => stopsTyping, [compose])
  const id = useUniqueId()
  const isPreviewed = compose.isPreviewed.value
  // Whoever has looked at it goes on writing, or writes the next one.
  const previewed = useRef<ComposeBox>()
  useEffect(() => {
    previewed.current = isPreviewed ? compose : undefined
  }, [compose, isPreviewed])
  const send = (): void => void sendBox(compose, onSent)
  return (
    <section
      ref={inside}
      class="compose"
      aria-label={text('writing.compose')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || !compose.isPreviewed.peek()) return
        event.stopPropagation()
        compose.isPreviewed.value = false
      }}
    >
      <Heading key={`to ${key}`} compose={compose} />
      <Warnings key={`warnings ${key}`} compose={compose} />
      {compose.refusal.value === undefined ? (
        <div class="compose-box">
          {isPreviewed ? (
            <Preview key={key} content={compose.box.text.value} />
          ) : (
            <Editor
              key={key}
              box={compose.box}
              to={compose.destination.value}
              label={text('writing.message')}
              placeholder={placeholderOf(compose.destination.value)}
              autofocus={previewed.current === compose || (autofocus ?? false)}
              describedBy={id}
              onInput={() => typed(compose)}
              onSubmit={send}
              onUp={() => editLastMessage(compose.destination.peek())}
              onFiles={attach}
            />
          )}
          <UploadList uploads={compose.uploads} />
          <div class="compose-foot">
            <Toolbar box={compose.box} onFiles={attach} isNew />
            <PreviewButton compose={compose} />
            <IconButton
              icon={CalendarClock}
              label={text('writing.sendLater')}
              onClick={() => showScheduleDialog(compose)}
            />
            <SendButton key={key} compose={compose} send={send} />
          </div>
          <Obstacle compose={compose} id={id} />
        </div>
      ) : (
        <p class="compose-refusal" role="note">
          {compose.refusal.value}
        </p>
      )}
    </section>
  )
}

function typed({ box, destination, problem }: ComposeBox): void {
  problem.value = undefined
  if (box.isBlank.peek()) stopsTyping()
  else typesTo(destination.peek())
}

function placeholderOf(to: Destination): string {
  if (to.type === 'stream' && to.stream_id === undefined) return text('writing.placeholder')
  const name = to.type === 'stream' && to.topic.trim() !== '' ? topicName(to.topic) : destinationName(to)
  return name === '' ? text('writing.placeholder') : text('writing.placeholderTo', { name })
}

/** Where to: a line that can be opened. */
function Heading({ compose }: { compose: ComposeBox }) {
  const isOpened = useRef(false)
  if (compose.isChoosing.value) return <DestinationFields compose={compose} takesFocus={isOpened.current} />
  isOpened.current = false
  return (
    <button
      type="button"
      class="compose-to"
      onClick={() => {
        isOpened.current = true
        compose.isChoosing.value = true
      }}
    >
      <span class="for-ears">{text('writing.changeDestination')}</span>
      <span class="compose-to-name">{destinationName(compose.destination.value)}</span>
      <ChevronDown size={14} aria-hidden="true" />
    </button>
  )
}

function Obstacle({ compose, id }: { compose: ComposeBox; id: string }) {
  const left = compose.left.value
  const words = compose.problem.value ?? compose.obstacle.value
  return (
    <span id={id} class="compose-obstacle" role="status">
      {words || (left === undefined ? '' : text('writing.left', { count: left }))}
    </span>
  )
}

function PreviewButton({ compose: { isPreviewed } }: { compose: ComposeBox }) {
  return (
    <IconButton
      icon={isPreviewed.value ? Pencil : Eye}
      label={text(isPreviewed.value ? 'writing.write' : 'writing.preview')}
      aria-pressed={isPreviewed.value}
      onClick={() => (isPreviewed.value = !isPreviewed.value)}
    />
  )
}

function SendButton({ compose, send }: { compose: ComposeBox; send(): void }) {
  const isIdle = useComputed(() => compose.obstacle.value !== undefined)
  return (
    <IconButton
      icon={SendHorizontal}
      class="compose-send"
      label={text('writing.send')}
      aria-disabled={isIdle.value}
      onClick={send}
    />
  )
}
