// What a message says: the server's HTML, made ready for the page. Long ones are cut until somebody wants to see all.
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { SearchMarks } from '../../feeds/fetching'
import { state } from '../../live/state'
import { renderedNodes } from '../../parts/rendered-html'
import type { Message } from '../../store/messages'
import { text } from '../../texts/text'
import { prepare } from './prepare'
import { Widget, widgetOf } from './widget'

interface Props {
  message: Message
  marks?: SearchMarks | undefined
}

export function Content({ message, marks }: Props) {
  const widget = widgetOf(message)
  return widget ? <Widget message={message} widget={widget} /> : <Rendered message={message} marks={marks} />
}

/** Taller than this, in CSS pixels, it is cut, unless that would save next to nothing. */
const tallest = 640
const worthCutting = 160
/** What has less HTML, in characters, is never so tall. */
const mayBeLong = 200

function Rendered({ message, marks }: Props) {
  const element = useRef<HTMLDivElement>(null)
  const [isWhole, setIsWhole] = useState(false)
  const [isLong, setIsLong] = useState(false)
  const html = marks?.content ?? message.content
  const { alertWords } = state()
  const isAlerting = message.flags.includes('has_alert_word')
  useLayoutEffect(() => {
    const box = element.current
    if (!box) return
    const nodes = renderedNodes(html)
    prepare(nodes, { alertWords: isAlerting ? alertWords : [], isMe: message.is_me_message })
    box.replaceChildren(nodes)
    // Measuring makes the browser lay out the page at once: not for each of many short messages.
    setIsLong(html.length > mayBeLong && box.scrollHeight > tallest + worthCutting)
  }, [html, isAlerting, alertWords, message.is_me_message])
  const isCut = isLong && !isWhole
  return (
    <>
      <div ref={element} class={`rendered ${isCut ? 'cut' : ''}`} dir="auto" />
      {isLong && (
        <button type="button" class="show-more" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {text(isWhole ? 'reading.showLess' : 'reading.showMore')}
        </button>
      )}
    </>
  )
}
