// Quoting what people wrote, in texts of the notification bot.
import { maxMessageLength } from './content'
import { isLongerThan } from '../http/text-length'

/** A quote, whose fence is longer than any in the text. What stands in it mentions nobody. */
export function quote(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}quote\n${text}\n${fence}`
}

/** An introduction and a quote, shortened so that together they fit into a message. */
export function introducedQuote(intro: string, text: string): string {
  const complete = intro + quote(text)
  if (!isLongerThan(complete, maxMessageLength)) return complete
  const excess = [...complete].length - maxMessageLength
  const shortened = [...text].slice(0, -(excess + 1)).join('')
  return `${intro}${quote(`${shortened}…`)}`
}
