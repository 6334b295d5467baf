// JSON of any program: put into a template that stands in the address or in the configuration of the bot.
import type { Delivery, Integration, Message } from '../integration'
import {
  code,
  codeBlock,
  escaped,
  joined,
  quoted,
  target,
  trusted,
  whileThereIsRoom,
  type Markdown,
} from '../markdown'
import type { Payload } from '../payload'

export const json: Integration = {
  name: 'json',
  otherNames: ['generic'],
  displayName: 'JSON',
  options: ['template', 'topic_template'],
  events: { json: fromTemplate },
}

function fromTemplate(delivery: Delivery): Message {
  const { payload } = delivery
  const template = delivery.option('template')
  const topicTemplate = delivery.option('topic_template')
  return {
    topic: topicTemplate === '' ? undefined : topicOf(topicTemplate, payload),
    content: template === '' ? everything(payload) : filled(template, payload),
  }
}

/** In code points. */
const longestDump = 8000

/** What was sent, as it was sent: whoever writes a template sees what there is to put into one. */
function everything({ value }: Payload): Markdown {
  const short = JSON.stringify(value)
  // What is long or deep would be many times as long with a line for everything.
  const text = short.length > longestDump ? short : JSON.stringify(value, undefined, 2)
  return codeBlock(text, longestDump, 'json')
}

/** `{{user.name}}`, with a way to show it before the path: `{{code version}}`, `{{quote text}}`. */
const placeholder = /\{\{\s*(?:(code|quote)\s+)?([^\s{}]{1,200})\s*\}\}/g

/** How long a value in a line may be, in code points. */
const longestValue = 1000

/**
 * The template with what was sent in its places. It is Markdown of those who gave the address away; what is put in is text,
 * and means nothing. It can only name what is there: nothing is computed.
 */
function filled(template: string, payload: Payload): Markdown {
  const places = template.matchAll(placeholder)
  let from = 0
  const parts = whileThereIsRoom(places, (found) => {
    const before = template.slice(from, found.index)
    const value = payload.text(...pathOf(found[2] ?? ''))
    from = found.index + found[0].length
    return joined([trusted(before), before.endsWith('](') ? target(value) : shown(value, found[1])], '')
  })
  return joined([...parts, trusted(template.slice(from))], '')
}

function shown(value: string, way: string | undefined): Markdown {
  if (way === 'code') return code(value, longestValue)
  return way === 'quote' ? quoted(value) : escaped(value, longestValue)
}

/** A topic is no Markdown. */
function topicOf(template: string, payload: Payload): string {
  return template.replaceAll(placeholder, (_, _way, path: string) =>
    payload.text(...pathOf(path)).slice(0, longestValue),
  )
}

/** `alerts.0.name` */
function pathOf(path: string): readonly string[] {
  return path.split('.')
}
