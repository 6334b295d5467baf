// Links to places in the organization: #**channel**, #**channel>topic**, #**channel>topic@id**.
import type { MarkdownIt } from 'markdown-it'
import { escapeHtml } from './escape.ts'
import { channelUrl, messageUrl, topicUrl } from './narrow-url.ts'
import { addInlineSyntax, attribute, type Ready, standsAlone } from './ready-html.ts'
import type { RenderContext } from './render.ts'
import { renderingOf } from './rendering.ts'

const channelLink = /#\*\*([^*\n]{1,400})\*\*/y
const messageInTopic = /^(.*)@(\d{1,15})$/

/** Adds links to channels, topics and messages; the name of a channel that does not exist stays text. */
export function channelLinksPlugin(md: MarkdownIt): void {
  addInlineSyntax(md, 'emphasis', 'channel_link', channelLink, ([, typed = ''], state) => {
    if (!standsAlone(state)) return undefined
    const { context } = renderingOf(state.env)
    const place = findPlace(typed, context)
    return place && (() => linkTo(place, context.emptyTopicName))
  })
}

interface Place {
  readonly channel: { readonly id: number; readonly name: string }
  /** What is typed after the channel's `>`; nothing in a link to the channel itself. */
  readonly target: string | undefined
}

/** The place meant. A `>` may belong to the name of the channel, so the first few are all tried. */
function findPlace(typed: string, context: RenderContext): Place | undefined {
  const whole = context.channelByName(typed)
  if (whole) return { channel: whole, target: undefined }
  let mark = typed.indexOf('>')
  for (let tries = 0; tries < 4 && mark >= 0; tries += 1) {
    const channel = context.channelByName(typed.slice(0, mark))
    if (channel) return { channel, target: typed.slice(mark + 1) }
    mark = typed.indexOf('>', mark + 1)
  }
  return undefined
}

function linkTo({ channel, target }: Place, emptyTopicName: string): Ready {
  if (target === undefined) return link('stream', channel, channelUrl(channel), '', '')
  const [, messageTopic, messageId] = messageInTopic.exec(target) ?? []
  const typedTopic = messageTopic ?? target
  const topic = typedTopic === emptyTopicName ? '' : typedTopic
  const shown = topic === '' ? `<em>${escapeHtml(emptyTopicName)}</em>` : escapeHtml(topic)
  const text = ` > ${topic === '' ? emptyTopicName : topic}`
  if (messageId === undefined) {
    return link('stream-topic', channel, topicUrl(channel, topic), ` &gt; ${shown}`, text)
  }
  const url = messageUrl(channel, topic, messageId)
  return link('message-link', channel, url, ` &gt; ${shown} @ 💬`, `${text} @ 💬`)
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
