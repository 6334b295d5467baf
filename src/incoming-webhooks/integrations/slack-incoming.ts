// What programs send to Slack's incoming webhooks: text, blocks and attachments (docs.slack.dev, "Sending messages").
import type { Delivery, Integration, Message } from '../integration'
import {
  bold,
  escaped,
  joined,
  lines,
  link,
  say,
  nothing,
  paragraphs,
  whileThereIsRoom,
  type Markdown,
} from '../markdown'
import type { Payload } from '../payload'
import { signedBySlack } from '../signatures'
import { fromBlocks } from './slack-blocks'
import { fromMrkdwn, fromPlainText, inlineOf } from './slack-mrkdwn'

export const slackIncoming: Integration = {
  name: 'slack_incoming',
  otherNames: ['slack'],
  displayName: 'Slack-compatible',
  isGenuine: signedBySlack,
  events: { message: fromSlack },
}

const mostAttachments = 20

function fromSlack({ payload }: Delivery): Message {
  const blocks = payload.list('blocks')
  const text = payload.text('text')
  // Where there are blocks, the text says the same to those who can't show them.
  const body = blocks.length > 0 ? fromBlocks(blocks) : nothing
  const plain = payload.at('mrkdwn').value === false ? fromPlainText(text) : fromMrkdwn(text)
  const attachments = whileThereIsRoom(payload.list('attachments').slice(0, mostAttachments), attachmentOf)
  return { topic: undefined, content: paragraphs(body.isEmpty ? plain : body, ...attachments) }
}

/** A legacy attachment; one may have blocks instead. */
function attachmentOf(attachment: Payload): Markdown {
  const blocks = attachment.list('blocks')
  if (blocks.length > 0) return fromBlocks(blocks)
  const author = link(escaped(attachment.text('author_name')), attachment.text('author_link'))
  const title = bold(link(escaped(attachment.text('title')), attachment.text('title_link')))
  const image = attachment.text('image_url') || attachment.text('thumb_url')
  const shown = paragraphs(
    lines(
      fromMrkdwn(attachment.text('pretext')),
      attachment.has('author_name') ? author : nothing,
      attachment.has('title') ? title : nothing,
      fromMrkdwn(attachment.text('text')),
    ),
    lines(...whileThereIsRoom(attachment.list('fields').slice(0, 50), fieldOf)),
    image === '' ? nothing : link('image', image),
    escaped(attachment.text('footer')),
  )
  return shown.isEmpty ? fromPlainText(attachment.text('fallback')) : shown
}

function fieldOf(field: Payload): Markdown {
  const name = bold(escaped(field.text('title')))
  const value = joined(field.text('value').slice(0, 1000).split('\n').map(inlineOf), ' ')
  if (name.isEmpty) return value
  return say`- ${name}: ${value}`
}
