// What topics are called of messages that had none: a thread by how it begins, and all else by its month. The same at each import.
import { beginning } from '../http/text-length'

/** In code points: with the day after it, it fits into a topic. */
const longestWords = 46

/**
 * @param markdown the first message of the thread; undefined where it is not in the archive
 * @param startedAt UNIX seconds
 */
export function threadTopic(markdown: string | undefined, startedAt: number): string {
  const words = markdown === undefined ? '' : beginning(plainBeginning(markdown), longestWords).trim()
  return `${words === '' ? 'Thread' : words} · ${dateOf(startedAt).slice(0, 10)}`
}

/** @param sentAt UNIX seconds */
export function monthTopic(sentAt: number): string {
  return dateOf(sentAt).slice(0, 7)
}

function dateOf(seconds: number): string {
  const date = new Date(seconds * 1000)
  return Number.isNaN(date.getTime()) ? '1970-01-01' : date.toISOString()
}

/** The first words of a message, without any marks. */
function plainBeginning(markdown: string): string {
  const line = markdown
    .slice(0, 2000)
    .replaceAll(/```[\s\S]*?(```|$)/g, ' ')
    .split('\n')
    .find((each) => /[\p{L}\p{N}]/u.test(each))
  return (line ?? '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/@_?\*\*([^*|]+)(\|\d+)?\*\*/g, '$1')
    .replaceAll(/#\*\*([^*]+)\*\*/g, '#$1')
    .replaceAll(/[*`~>]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
