// What an archive has, without anything of it being taken.
import type { Counts } from './report'
import type { Source } from './source'

/** @param onProgress is told how much of the messages is looked at, from 0 to 1 */
export async function countsOf(source: Source, onProgress: (part: number) => void): Promise<Counts> {
  const counts: Counts = { people: 0, channels: 0, messages: 0, reactions: 0, files: 0, emoji: 0 }
  for await (const _ of source.people()) counts.people += 1
  for await (const _ of source.channels()) counts.channels += 1
  for await (const _ of source.emoji()) counts.emoji += 1
  for await (const { messages, progress } of source.messages()) {
    counts.messages += messages.length
    for (const { reactions, files } of messages) {
      for (const { personIds } of reactions) counts.reactions += personIds.length
      counts.files += files.filter(({ open }) => open !== undefined).length
    }
    onProgress(progress)
  }
  return counts
}
