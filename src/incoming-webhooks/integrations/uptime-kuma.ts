// Uptime Kuma: how monitors change (its notification type “Webhook”, JSON or a form).
import type { Delivery, Integration, Message } from '../integration'
import { bold, escaped, link, say, nothing, paragraphs, quoted, type Markdown } from '../markdown'

export const uptimeKuma: Integration = {
  name: 'uptimekuma',
  otherNames: ['uptime_kuma', 'uptime-kuma'],
  displayName: 'Uptime Kuma',
  events: { heartbeat: heartbeatMessage },
}

function heartbeatMessage({ payload }: Delivery): Message {
  const heartbeat = payload.at('heartbeat')
  // To try it out, it sends nothing but a text.
  if (!payload.has('heartbeat')) return { topic: undefined, content: quoted(payload.text('msg')) }
  const name = payload.text('monitor', 'name') || 'Monitor'
  const ping = heartbeat.number('ping')
  const time = heartbeat.text('localDateTime') || heartbeat.text('time')
  return {
    topic: name,
    content: paragraphs(
      say`${bold(link(escaped(name), payload.text('monitor', 'url')))} ${stateOf(heartbeat.number('status'))}${
        ping === undefined ? nothing : say` (${ping} ms)`
      }${time === '' ? nothing : say`, ${time}`}.`,
      quoted(heartbeat.text('msg')),
    ),
  }
}

function stateOf(status: number | undefined): Markdown {
  switch (status) {
    case 0:
      return say`:cross_mark: is down`
    case 1:
      return say`:check: is up`
    case 2:
      return say`:hourglass: is pending`
    case 3:
      return say`:working_on_it: is under maintenance`
    default:
      return say`has changed`
  }
}
