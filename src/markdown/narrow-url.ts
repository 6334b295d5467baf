// Links into the client: the part after `#narrow/` that names a channel, a topic, a message.

/** Where a client shows a channel. */
export function channelUrl(channel: { id: number; name: string }): string {
  return `/#narrow/channel/${channel.id}-${encodeHash(channel.name.replaceAll(' ', '-'))}`
}

/** Where a client shows a topic of a channel; the topic may be empty. */
export function topicUrl(channel: { id: number; name: string }, topic: string): string {
  return `${channelUrl(channel)}/topic/${encodeHash(topic)}`
}

/** Where a client shows a message amid its topic. */
export function messageUrl(channel: { id: number; name: string }, topic: string, messageId: string): string {
  return `${topicUrl(channel, topic)}/near/${messageId}`
}

/** The protocol's encoding of text after a `#`: percent encoding with a dot for the percent sign. */
function encodeHash(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[%().]/g,
    (character) => hashReplacements[character] ?? '',
  )
}

const hashReplacements: Record<string, string> = { '%': '.', '(': '.28', ')': '.29', '.': '.2E' }
