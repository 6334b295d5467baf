// Buttons that format the selection, and that put in what is not typed easily.
import {
  AtSign,
  BarChart3,
  Bold,
  Clock,
  Code,
  EyeOff,
  ImagePlay,
  Italic,
  Link,
  List,
  ListChecks,
  ListOrdered,
  Paperclip,
  Quote,
  Sigma,
  Smile,
  Strikethrough,
  TextQuote,
  type LucideIcon,
} from 'lucide-preact'
import { useRef } from 'preact/hooks'
import { showEmojiPicker } from '../emoji/picker'
import { IconButton } from '../parts/icon-button'
import { state } from '../live/state'
import { showDialog } from '../parts/dialogs'
import { showLoaded } from '../parts/loaded-dialog'
import { moveAlong } from '../parts/toolbar-keys'
import { text, type TextKey } from '../texts/text'
import { formats } from './format-keys'
import { fenceLines, maths, type Format } from './formatting'
import { showSnippets } from './snippets-menu'
import type { TextBox } from './text-box'

interface Props {
  box: TextBox
  /** Given the files that were chosen; without it, nothing can be attached. */
  onFiles?: ((files: readonly File[]) => void) | undefined
  /** Whether this makes a new message: only those can be polls. */
  isNew?: boolean
}

interface Tool {
  icon: LucideIcon
  label: TextKey
  /** The key that does the same. */
  key?: string
  run(box: TextBox, button: Element): void
}

function formatting(icon: LucideIcon, label: TextKey, format: Format, key?: string): Tool {
  const run = (box: TextBox): void => box.apply(format(box.text.peek(), box.selection))
  return { icon, label, run, ...(key === undefined ? {} : { key }) }
}

const tools: readonly Tool[] = [
  formatting(Bold, 'writing.bold', formats.bold, 'Ctrl+B'),
  formatting(Italic, 'writing.italic', formats.italic, 'Ctrl+I'),
  formatting(Strikethrough, 'writing.strike', formats.strike, 'Ctrl+Shift+X'),
  formatting(Link, 'writing.link', formats.link, 'Ctrl+Shift+L'),
  formatting(Code, 'writing.code', formats.code, 'Ctrl+Shift+C'),
  formatting(Quote, 'writing.quote', formats.quote),
  formatting(List, 'writing.bullets', formats.bullets, 'Ctrl+Shift+U'),
  formatting(ListOrdered, 'writing.numbers', formats.numbers, 'Ctrl+Shift+O'),
  formatting(EyeOff, 'writing.spoiler', (...given) => {
    const heading = text('writing.spoilerHeading')
    return fenceLines(`spoiler ${heading}`, heading)(...given)
  }),
  formatting(Sigma, 'writing.maths', maths),
  { icon: Clock, label: 'writing.time', run: (box) => showInsertDialog('time', box) },
  { icon: AtSign, label: 'writing.mention', run: (box) => typeSign(box, '@') },
  { icon: TextQuote, label: 'writing.snippets', run: showSnippets },
]

const gifTool: Tool = { icon: ImagePlay, label: 'writing.gif', run: showGifs }

const newTools: readonly Tool[] = [
  { icon: BarChart3, label: 'writing.poll', run: (box) => showInsertDialog('poll', box) },
  { icon: ListChecks, label: 'writing.todo', run: (box) => showInsertDialog('todo', box) },
]

export function Toolbar({ box, onFiles, isNew }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div class="toolbar" role="toolbar" aria-label={text('writing.toolbar')} onKeyDown={moveAlong}>
      {onFiles && (
        <>
          <IconButton
            icon={Paperclip}
            label={text('writing.attach')}
            onClick={() => input.current?.click()}
          />
          <input
            ref={input}
            type="file"
            multiple
            hidden
            aria-label={text('writing.attach')}
            onChange={({ currentTarget }) => {
              onFiles([...(currentTarget.files ?? [])])
              currentTarget.value = ''
            }}
          />
        </>
      )}
      <IconButton
        icon={Smile}
        label={text('writing.emoji')}
        tabIndex={onFiles ? -1 : 0}
        onClick={({ currentTarget }) =>
          showEmojiPicker(currentTarget, ({ name }) => {
            box.focus()
            box.insert(`:${name}: `)
          })
        }
      />
      {[...(mayFindGifs() ? [gifTool] : []), ...tools, ...(isNew ? newTools : [])].map(
        ({ icon, label, key, run }) => (
          <IconButton
            key={label}
            icon={icon}
            size={16}
            label={text(label)}
            title={key === undefined ? text(label) : `${text(label)} (${key})`}
            tabIndex={-1}
            // The selection stays in the field.
            onPointerDown={(event) => event.preventDefault()}
            onClick={({ currentTarget }) => run(box, currentTarget)}
          />
        ),
      )}
    </div>
  )
}

/** Where the server has a key of GIPHY's, and the organization lets people search and shows what they choose. */
function mayFindGifs(): boolean {
  const { server, organization } = state()
  return server.giphy_api_key !== '' && organization.giphy_rating !== 0 && organization.inline_image_preview
}

function showGifs(box: TextBox): void {
  showLoaded(
    () => import('./gif-dialog'),
    ({ GifDialog }) =>
      showDialog((close) => (
        <GifDialog
          close={close}
          choose={({ title, url }) => {
            box.focus()
            box.insertBlock(`[${title.replaceAll(/[[\]\\`\n]/g, '') || 'GIF'}](${url})`)
          }}
        />
      )),
  )
}

/** Types a sign as people would, so that suggestions open. */
function typeSign(box: TextBox, sign: string): void {
  const before = box.text.peek().charAt(box.selection.start - 1)
  box.insert(/\S/.test(before) ? ` ${sign}` : sign)
}

function showInsertDialog(kind: 'time' | 'poll' | 'todo', box: TextBox): void {
  showLoaded(
    () => import('./insert-dialogs'),
    ({ InsertDialog }) => showDialog((close) => <InsertDialog kind={kind} box={box} close={close} />),
  )
}
