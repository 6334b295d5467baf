// Grafana: its alerting of today, whose groups look like Alertmanager's, and the one before version 9 (grafana.com/docs).
import type { Delivery, Integration, Message } from '../integration'
import { bold, bullets, code, link, say, nothing, paragraphs, quoted, type Markdown } from '../markdown'
import type { Payload } from '../payload'
import { alertsSaid, alertTopic } from './alerts'

export const grafana: Integration = {
  name: 'grafana',
  displayName: 'Grafana',
  events: { alerts: (delivery) => (isLegacy(delivery) ? legacyMessage(delivery) : groupMessage(delivery)) },
}

function isLegacy({ payload }: Delivery): boolean {
  return !payload.has('alerts') && (payload.has('ruleName') || payload.has('evalMatches'))
}

function groupMessage({ payload }: Delivery): Message {
  const content = alertsSaid(payload)
  if (payload.list('alerts').length > 0) return { topic: alertTopic(payload, 'Alerts'), content }
  // A template of one's own may have left nothing but a title and a message.
  return {
    topic: payload.text('title') || 'Alerts',
    content: paragraphs(bold(payload.text('title')), quoted(payload.text('message'))),
  }
}

function legacyMessage({ payload }: Delivery): Message {
  const name = payload.text('ruleName') || payload.text('title') || 'Alert'
  const valueLine = (match: Payload) => say`${code(match.text('metric'))}: ${match.text('value')}`
  const image = payload.text('imageUrl')
  return {
    topic: name,
    content: paragraphs(
      say`${stateOf(payload.text('state'))} ${link(name, payload.text('ruleUrl'))}`,
      quoted(payload.text('message')),
      bullets(payload.list('evalMatches'), valueLine),
      image === '' ? nothing : link('image', image),
    ),
  }
}

function stateOf(state: string): Markdown {
  switch (state) {
    case 'alerting':
      return say`:alert: ${bold('alerting')}`
    case 'ok':
      return say`:check: ${bold('ok')}`
    case 'no_data':
      return say`:warning: ${bold('no data')}`
    default:
      return say`:bell: ${bold(state || 'alert')}`
  }
}
