// What Enter and the button do: asks what has to be asked, sends, and empties the box.
import { go } from '../addresses/address'
import { call, inReadersWords } from '../api/call'
import { state } from '../live/state'
import { showDialog } from '../parts/dialogs'
import { problemText, toast } from '../parts/toasts'
import { text } from '../texts/text'
import { AskDialog } from './ask-dialog'
import type { ComposeBox } from './compose-box'
import { destinationKey, destinationLink, destinationName, type Destination } from './destination'
import { send } from './outbox'
import { slashCommandOf } from './slash-commands'
import { stopsTyping } from './typing-notices'
import { manyToldBy } from './warnings'

/** @param onSent called when it is on its way */
export async function sendBox(compose: ComposeBox, onSent?: () => void): Promise<void> {
  const { box } = compose
  const content = box.text.peek()
  const command = slashCommandOf(content)
  if (command !== undefined) return runCommand(compose, command)
  if (compose.obstacle.peek() !== undefined) {
    box.focus()
    return
  }
  const to = compose.destination.peek()
  const many = manyToldBy(content, to)
  if (many === undefined) return dispatch(compose, to, content, onSent)
  showDialog((close) => (
    <AskDialog
      title={text('writing.tellMany')}
      words={text('writing.tellManyWords', { count: many })}
      action={text('writing.sendAnyway')}
      close={close}
      run={() => dispatch(compose, to, content, onSent)}
    />
  ))
}

function dispatch(
  { box, home, uploads, isPreviewed }: ComposeBox,
  to: Destination,
  content: string,
  onSent: (() => void) | undefined,
): void {
  box.put('')
  uploads.forgetRefused()
  isPreviewed.value = false
  stopsTyping()
  send(to, content)
  if (destinationKey(to) !== destinationKey(home)) leadTo(to)
  onSent?.()
  box.focus()
}

/** What was sent elsewhere is gone from sight: there is a way to it. */
function leadTo(to: Destination): void {
  const link = destinationLink(to)
  if (link === undefined) return
  if (state().userSettings.web_navigate_to_sent_message) return go(link)
  toast(text('writing.sentTo', { name: destinationName(to) }), {
    action: { label: text('writing.goThere'), run: () => go(link) },
  })
}

async function runCommand({ box, problem }: ComposeBox, command: string): Promise<void> {
  box.put('')
  problem.value = undefined
  stopsTyping()
  try {
    const { msg } = await call('POST', '/zcommand', { command })
    if (typeof msg === 'string' && msg !== '') toast((await inReadersWords(msg)).replaceAll('`', ''))
  } catch (error) {
    // Somebody may have gone on writing.
    box.put([command, box.text.peek()].filter((part) => part.trim() !== '').join('\n'))
    problem.value = problemText(error)
  }
}
