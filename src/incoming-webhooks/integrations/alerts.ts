// Alerts as Alertmanager groups them; Grafana sends them in the same shape.
import {
  bold,
  bullets,
  code,
  counted,
  escaped,
  joined,
  lines,
  link,
  say,
  nothing,
  paragraphs,
  type Markdown,
} from '../markdown'
import type { Payload } from '../payload'

/** Of a group, so many are shown one by one. */
const mostAlerts = 20
/** Labels that say nothing beside the name that is there anyway. */
const ownLabels: ReadonlySet<string> = new Set(['alertname', 'grafana_folder', '__alert_rule_uid__'])

/** The topic of a group: what its alerts have in common, the name of the alert first. */
export function alertTopic(group: Payload, otherwise: string): string {
  const name = group.text('commonLabels', 'alertname') || group.text('groupLabels', 'alertname')
  if (name !== '') return name
  const common = group.entries('groupLabels').map(([, value]) => value.text())
  return common.join(' ') || group.text('title') || otherwise
}

/** A group of alerts: those that fire first, then those that no longer do. */
export function alertsSaid(group: Payload): Markdown {
  const alerts = group.list('alerts')
  const isFiring = (alert: Payload) => alert.text('status') !== 'resolved'
  const firing = alerts.filter(isFiring)
  const resolved = alerts.filter((alert) => !isFiring(alert))
  const left = group.number('truncatedAlerts') ?? 0
  return paragraphs(
    said(':alert:', 'firing', firing, left),
    said(':check:', 'resolved', resolved, 0),
    joined(group.has('externalURL') ? [link('Open the alerts', group.text('externalURL'))] : [], ' '),
  )
}

function said(sign: string, state: string, alerts: readonly Payload[], left: number): Markdown {
  if (alerts.length === 0) return nothing
  const total = alerts.length + Math.max(0, left)
  const head = say`${sign} ${bold(state)}: ${counted(total, 'alert')}`
  return lines(head, bullets(alerts, alertLine, { most: mostAlerts, total }))
}

function alertLine(alert: Payload): Markdown {
  const annotation = (name: string) => alert.text('annotations', name)
  const what =
    annotation('summary') ||
    annotation('description') ||
    annotation('message') ||
    alert.text('labels', 'alertname')
  const labels = alert
    .entries('labels')
    .filter(([name]) => !ownLabels.has(name))
    .slice(0, 20)
    .map(([name, value]) => code(`${name}=${value.text()}`, 100))
  const links = [
    ['graph', alert.text('panelURL') || alert.text('generatorURL')],
    ['dashboard', alert.text('dashboardURL')],
    ['silence', alert.text('silenceURL')],
    ['runbook', annotation('runbook_url')],
  ] as const
  const shown = links.filter(([, address]) => address !== '').map(([name, address]) => link(name, address))
  return joined([escaped(what || 'Alert'), joined(labels, ' '), joined(shown, ' · ')], ' — ')
}
