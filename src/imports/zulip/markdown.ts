// Text of Zulip's is as it is here, but for IDs: those of people in mentions, of messages in links, of people in steps of polls.
import type { Names } from '../source'

/** @param channelIds of channels, by their names there */
export function zulipMarkdown(
  content: string,
  names: Names,
  channelIds: ReadonlyMap<string, string>,
): string {
  return content
    .replaceAll(/(@_?\*\*)([^*|\n]*)\|(\d{1,15})\*\*/g, (whole, start: string, _name, id: string) => {
      const person = names.person(id)
      return person ? `${start}${person.fullName}|${person.id}**` : whole
    })
    .replaceAll(
      /#\*\*([^*>\n]+)(>[^*\n]*?)?(?:@(\d{1,15}))?\*\*/g,
      (_whole, name: string, topic: string | undefined, id: string | undefined) => {
        // Another channel may have had the name here.
        const channel = names.channel(channelIds.get(name) ?? '')?.name ?? name
        const known = id === undefined ? undefined : names.message(id)
        return `#**${channel}${topic ?? ''}${known === undefined ? '' : `@${known}`}**`
      },
    )
}

/**
 * A step of a poll or a list of tasks. Its key names an option by whoever has added it: `ID,1` in polls, `1,ID` in lists.
 * @param content JSON
 */
export function zulipStep(content: string, names: Names): string {
  return content.replace(
    /("key"\s*:\s*")(?:(\d{1,15}),(\d{1,15}|canned)|(canned),(\d{1,15}))"/,
    (whole, start: string, first?: string, second?: string) => {
      if (first === undefined || second === 'canned') return whole
      const isVote = /"type"\s*:\s*"vote"/.test(content)
      const person = names.person(isVote ? first : (second ?? ''))
      if (!person) return whole
      return `${start}${isVote ? `${person.id},${second}` : `${first},${person.id}`}"`
    },
  )
}
