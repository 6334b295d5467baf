// Sentry: webhooks of integrations, and of the older plugin, which has no headers (docs.sentry.io, "Webhooks").
import type { Delivery, Integration, Message } from '../integration'
import {
  bold,
  code,
  codeBlock,
  escaped,
  link,
  say,
  nothing,
  paragraphs,
  quoted,
  type Markdown,
} from '../markdown'
import type { Payload } from '../payload'
import { signedBody } from '../signatures'
import { somebody } from './repositories'

export const sentry: Integration = {
  name: 'sentry',
  displayName: 'Sentry',
  isGenuine: signedBody('sentry-hook-signature'),
  eventOf: ({ headers }) => headers.get('sentry-hook-resource') ?? 'event',
  events: {
    comment: commentMessage,
    error: ({ payload }) => eventMessage(payload.at('data', 'error'), nothing),
    event: pluginMessage,
    event_alert: alertMessage,
    installation: installationMessage,
    issue: issueMessage,
    metric_alert: metricMessage,
  },
}

/** What a rule was for. */
function alertMessage({ payload }: Delivery): Message {
  const rule = payload.text('data', 'triggered_rule')
  return eventMessage(payload.at('data', 'event'), rule === '' ? nothing : say`Rule: ${escaped(rule)}`)
}

function eventMessage(event: Payload, more: Markdown, address = event.text('web_url')): Message {
  const title = titleOf(event)
  return {
    topic: title,
    content: paragraphs(
      say`${levelSign(event.text('level'))} ${bold(link(escaped(title), address))}${placeOf(event)}`,
      codeBlock(event.text('metadata', 'value') || event.text('message'), 1000),
      more,
    ),
  }
}

function titleOf(event: Payload): string {
  return event.text('title') || event.text('metadata', 'title') || event.text('message') || 'Error'
}

/** Where it has happened. */
function placeOf(event: Payload): Markdown {
  const culprit = event.text('culprit')
  const environment = event.text('environment')
  const where = culprit === '' ? nothing : say` in ${code(culprit, 200)}`
  return environment === '' ? where : say`${where} (${environment})`
}

function levelSign(level: string): Markdown {
  if (level === 'info' || level === 'debug') return say`:info:`
  return level === 'warning' ? say`:warning:` : say`:cross_mark:`
}

/** The older plugin: the event beside what one may want to know of its project. */
function pluginMessage({ payload }: Delivery): Message {
  const project = payload.text('project_name') || payload.text('project')
  const more = project === '' ? nothing : say`Project: ${bold(project)}`
  if (payload.has('event')) return eventMessage(payload.at('event'), more, payload.text('url'))
  return eventMessage(payload, more, payload.text('url'))
}

const issueVerbs: Readonly<Record<string, string>> = {
  archived: 'archived',
  assigned: 'assigned',
  created: 'sees a new issue:',
  ignored: 'ignored',
  resolved: 'resolved',
  unresolved: 'reopened',
}

function issueMessage({ payload }: Delivery): Message {
  const issue = payload.at('data', 'issue')
  const action = payload.text('action')
  const title = titleOf(issue)
  const verb = (Object.hasOwn(issueVerbs, action) ? issueVerbs[action] : undefined) ?? 'changed'
  const assignee = issue.text('assignedTo', 'name')
  const name = link(
    escaped(issue.text('shortId') || 'the issue'),
    issue.text('web_url') || issue.text('permalink'),
  )
  const to = action === 'assigned' && assignee !== '' ? say` to ${bold(assignee)}` : nothing
  return {
    topic: title,
    content: say`${somebody(payload.text('actor', 'name'))} ${verb} ${name} ${title}${to}${placeOf(issue)}.`,
  }
}

function metricMessage({ payload }: Delivery): Message {
  const action = payload.text('action')
  const data = payload.at('data')
  const title = data.text('description_title') || data.text('metric_alert', 'title') || 'Metric alert'
  const sign = action === 'resolved' ? say`:check:` : action === 'warning' ? say`:warning:` : say`:alert:`
  return {
    topic: data.text('metric_alert', 'title') || title,
    content: paragraphs(
      say`${sign} ${bold(link(escaped(title), data.text('web_url')))}`,
      quoted(data.text('description_text')),
    ),
  }
}

function commentMessage({ payload }: Delivery): Message | undefined {
  const data = payload.at('data')
  const action = payload.text('action')
  if (action === 'deleted') return undefined
  const project = data.text('project_slug') || 'Sentry'
  const verb = action === 'updated' ? 'edited a comment' : 'commented'
  return {
    topic: `${project} / issue ${data.text('issue_id')}`,
    content: paragraphs(
      say`${somebody(payload.text('actor', 'name'))} ${verb} on issue ${data.text('issue_id')}:`,
      quoted(data.text('comment')),
    ),
  }
}

function installationMessage({ payload }: Delivery): Message {
  const verb = payload.text('action') === 'deleted' ? 'removed' : 'set up'
  return {
    topic: undefined,
    content: say`${somebody(payload.text('actor', 'name'))} ${verb} the Sentry integration.`,
  }
}
