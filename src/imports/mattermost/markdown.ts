// Markdown as Mattermost has it, turned into ours: mentions, channels, emphasis by underscores; code stays as it is.
import type { Names } from '../source'

/** Fenced and inline code; between these is text. */
const code = /```[\s\S]*?(?:```|$)|`[^`\n]+`/g
/** Stands for code while all else is changed around it. No message can have it. */
const placeholder = '\uE000'

/** @param team whose channels are meant by their names alone */
export function mattermostMarkdown(text: string, team: string, names: Names): string {
  const kept: string[] = []
  const marked = text.replaceAll(placeholder, '').replaceAll(code, (piece) => {
    kept.push(piece.replace(/^```(latex|tex)\b/, '```math'))
    return placeholder
  })
  let next = 0
  return marked
    .replaceAll(
      /!\[([^\]\n]*)\]\(([^)\s]+)[^)\n]*\)/g,
      (_whole, label: string, url: string) => `[${label || url}](${url})`,
    )
    .replaceAll(/(?<![\p{L}\p{N}_])__(?=\S)([^_\n]+?)(?<=\S)__(?![\p{L}\p{N}_])/gu, '**$1**')
    .replaceAll(/(?<![\p{L}\p{N}_/:])_(?=\S)([^_\n]+?)(?<=\S)_(?![\p{L}\p{N}_])/gu, '*$1*')
    .replaceAll(/(?<![\p{L}\p{N}@./])@([a-z0-9][a-z0-9._-]*)/giu, (whole, name: string) =>
      mention(whole, name, names),
    )
    .replaceAll(/(?<![\p{L}\p{N}~])~([a-z0-9][a-z0-9_-]*)(?!~)/gu, (whole, name: string) => {
      const channel = names.channel(`${team}:${name}`)
      return channel ? `#**${channel.name}**` : whole
    })
    .replaceAll(placeholder, () => kept[next++] ?? '')
    .trim()
}

/** A dot or dash at the end of a name may be that of the sentence. */
function mention(whole: string, name: string, names: Names): string {
  if (/^(all|channel|here)$/i.test(name)) return '@**all**'
  for (let length = name.length; length > 0; length--) {
    if (length < name.length && !/[._-]/.test(name.charAt(length))) continue
    const person = names.person(name.slice(0, length).toLowerCase())
    if (person) return `@**${person.fullName}|${person.id}**${name.slice(length)}`
  }
  return whole
}
