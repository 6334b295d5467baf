// What Alertmanager, Grafana, Uptime Kuma, Sentry and Jenkins send, as their documents describe it, with names of our own.
import type { Sending } from './delivering'

const alert = {
  status: 'firing',
  labels: { alertname: 'LampDim', tower: 'north', severity: 'page' },
  annotations: {
    summary: 'The lamp of the north tower is dim',
    description: 'Below 40 candelas for five minutes',
    runbook_url: 'https://runbooks.example.com/lamp',
  },
  startsAt: '2026-01-15T11:51:03.157Z',
  endsAt: '0001-01-01T00:00:00Z',
  generatorURL: 'https://prometheus.example.com/graph?g0.expr=lamp+%3C+40',
  fingerprint: 'c6eadffa33fcdf37',
}

export const alertGroup = {
  version: '4',
  groupKey: '{}:{alertname="LampDim"}',
  truncatedAlerts: 0,
  status: 'firing',
  receiver: 'chat',
  groupLabels: { alertname: 'LampDim' },
  commonLabels: { alertname: 'LampDim', severity: 'page' },
  commonAnnotations: {},
  externalURL: 'https://alertmanager.example.com',
  alerts: [
    alert,
    {
      ...alert,
      status: 'resolved',
      labels: { ...alert.labels, tower: 'south' },
      endsAt: '2026-01-15T11:59:00Z',
    },
  ],
}

export const grafanaGroup = {
  ...alertGroup,
  version: '1',
  orgId: 1,
  title: '[FIRING:1] LampDim',
  state: 'alerting',
  message: '**Firing**',
  alerts: [
    {
      ...alert,
      values: { B: 38.5 },
      valueString: "[ var='B' labels={} value=38.5 ]",
      silenceURL: 'https://grafana.example.com/alerting/silence/new?matcher=alertname%3DLampDim',
      dashboardURL: 'https://grafana.example.com/d/1',
      panelURL: 'https://grafana.example.com/d/1?viewPanel=2',
    },
  ],
}

export const grafanaLegacy = {
  title: '[Alerting] Lamp',
  ruleId: 1,
  ruleName: 'Lamp',
  ruleUrl: 'https://grafana.example.com/d/1?editPanel=2',
  state: 'alerting',
  message: 'It is too dim.',
  imageUrl: 'https://grafana.example.com/render/1.png',
  orgId: 1,
  evalMatches: [{ metric: 'candelas', value: 38.5, tags: {} }],
  tags: {},
}

export const heartbeat = {
  heartbeat: {
    monitorID: 10,
    status: 0,
    time: '2026-01-15 11:58:00.123',
    localDateTime: '2026-01-15 12:58:00',
    msg: 'connect ECONNREFUSED 192.0.2.1:443',
    important: true,
    duration: 60,
  },
  monitor: {
    id: 10,
    name: 'Tower',
    url: 'https://tower.example.com',
    type: 'http',
    hostname: null,
    port: null,
  },
  msg: '[Tower] [🔴 Down] connect ECONNREFUSED 192.0.2.1:443',
}

const sentryEvent = {
  event_id: 'e4874d664c3540c1a32eab185f12c5ab',
  title: 'LampError: the wick is wet',
  culprit: 'tower.lamp in light',
  level: 'error',
  environment: 'shore',
  metadata: { type: 'LampError', value: 'the wick is wet' },
  web_url: 'https://sentry.example/organizations/harbour/issues/7/events/e4/',
}
const sentryIssue = {
  id: '7',
  shortId: 'TOWER-7',
  title: 'LampError: the wick is wet',
  culprit: 'tower.lamp in light',
  level: 'error',
  status: 'unresolved',
  project: { id: '1', name: 'Tower', slug: 'tower' },
  assignedTo: { name: 'Otto', type: 'user' },
  web_url: 'https://sentry.example/organizations/harbour/issues/7/',
}
const actor = { type: 'user', id: 1, name: 'Mira' }

export function sentry(resource: string, payload: object): Sending {
  return { payload, headers: { 'sentry-hook-resource': resource, 'request-id': 'a-request' } }
}

/** One of each kind, by the resource; several of a kind have a suffix after a space. */
export const sentryPayloads: Readonly<Record<string, object>> = {
  event_alert: { action: 'triggered', actor, data: { event: sentryEvent, triggered_rule: 'Wet wicks' } },
  error: { action: 'created', actor, data: { error: sentryEvent } },
  issue: { action: 'created', actor: { type: 'application', name: 'Sentry' }, data: { issue: sentryIssue } },
  'issue (assigned)': { action: 'assigned', actor, data: { issue: sentryIssue } },
  metric_alert: {
    action: 'critical',
    actor,
    data: {
      description_title: 'Critical: too many wet wicks',
      description_text: '1000 events in the last 10 minutes',
      metric_alert: { title: 'Wet wicks' },
      web_url: 'https://sentry.example/organizations/harbour/alerts/1/',
    },
  },
  comment: {
    action: 'created',
    actor,
    data: { comment: 'I dry it.', project_slug: 'tower', issue_id: 7, comment_id: 3 },
  },
  installation: { action: 'created', actor, data: { installation: { status: 'installed' } } },
}

/** That of the older plugin, which has no headers. */
export const sentryPlugin = {
  id: '7',
  project: 'tower',
  project_name: 'Tower',
  project_slug: 'tower',
  culprit: 'tower.lamp in light',
  level: 'error',
  url: 'https://sentry.example/harbour/tower/issues/7/',
  triggering_rules: [],
  event: { ...sentryEvent, web_url: undefined },
}

export const build = {
  name: 'lamps',
  display_name: 'Lamps',
  url: 'job/lamps/',
  build: {
    full_url: 'https://jenkins.example/job/lamps/18/',
    number: 18,
    phase: 'COMPLETED',
    status: 'FAILURE',
    url: 'job/lamps/18/',
    scm: {
      url: 'https://github.example/harbour/lighthouse.git',
      branch: 'origin/main',
      commit: 'a2'.repeat(20),
      changes: ['Wind the clock'],
      culprits: ['mira'],
    },
    test_summary: {
      total: 40,
      failed: 1,
      passed: 39,
      skipped: 0,
      failed_tests: [{ full_name: 'Lamp.lights' }],
    },
    artifacts: {},
  },
}
