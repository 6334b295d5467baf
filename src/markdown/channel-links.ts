// Links to places in the organization: #**channel**, #**channel>topic**, #**channel>topic@id**.
import type { MarkdownIt } from 'markdown-it'
import { escapeHtml } from './escape.ts'
import { channelUrl, messageUrl, topicUrl } from './narrow-url.ts'
import { addInlineSyntax, attribute, type Ready, standsAlone } from './ready-html.ts'
import { renderingOf } from './rendering.ts'

const channelLink = /#\*\*([^*>\n]{1,200})(?:>([^*\n]{0,300}))?\*\*/y
const messageInTopic = /^(.*)@(\d{1,15})$/

/** Adds links to channels, topics and messages; the name of a channel that does not exist stays text. */
export function channelLinksPlugin(md: MarkdownIt): void {
  addInlineSyntax(md, 'emphasis', 'channel_link', channelLink, ([, name = '', target], state) => {
    if (!standsAlone(state)) return undefined
    const { context } = renderingOf(state.env)
    const channel = context.channelByName(name)
    if (!channel) return undefined
    if (target === undefined) return () => link('stream', channel, channelUrl(channel), '', '')
    const [, messageTopic, messageId] = messageInTopic.exec(target) ?? []
    const typedTopic = messageTopic ?? target
    const topic = typedTopic === context.emptyTopicName ? '' : typedTopic
    const shown = topic === '' ? `<em>${escapeHtml(context.emptyTopicName)}</em>` : escapeHtml(topic)
    const text = ` > ${topic === '' ? context.emptyTopicName : topic}`
    if (messageId === undefined) {
      return () => link('stream-topic', channel, topicUrl(channel, topic), ` &gt; ${shown}`, text)
    }
    const url = messageUrl(channel, topic, messageId)
    return () => link('message-link', channel, url, ` &gt; ${shown} @ 💬`, `${text} @ 💬`)
  })
}

function link(
  kind: 'stream' | 'stream-topic' | 'message-link',
  channel: { id: number; name: string },
  url: string,
  restHtml: string,
  restText: string,
): Ready {
  const data = kind === 'message-link' ? '' : attribute('data-stream-id', channel.id)
  const html = `<a class="${kind}"${data}${attribute('href', url)}>#${escapeHtml(channel.name)}${restHtml}</a>`
  return { kind: 'channel', html, text: `#${channel.name}${restText}` }
}
