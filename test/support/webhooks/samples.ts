// One delivery of every kind that integrations know, for what has to hold of them all.
import type { Said, Sending } from './delivering'
import {
  alertGroup,
  build,
  grafanaGroup,
  grafanaLegacy,
  heartbeat,
  sentry,
  sentryPayloads,
  sentryPlugin,
} from './alerts'
import { gitea, giteaPayloads } from './gitea'
import { gitHub, gitHubPayloads } from './github'
import { gitLabPayloads } from './gitlab'
import { slackPayloads } from './slack'

/** A delivery, and where it goes. */
export interface Sample {
  readonly integration: string
  readonly name: string
  readonly sending: Sending
  readonly said?: Said
}

const template = '{{title}} by {{user.name}}: [more]({{url}}) {{code version}}\n{{quote text}}'
const program = {
  title: 'A *new* moon',
  user: { name: 'Otto' },
  url: 'https://example.com/moon',
  version: 2,
  text: 'It is\nround.',
}

const of = (integration: string, payloads: Readonly<Record<string, object>>): Sample[] =>
  Object.entries(payloads).map(([name, payload]) => ({ integration, name, sending: { payload } }))

/** The name of an event without what tells several apart. */
const eventIn = (name: string) => name.replace(/ .*$/, '')

const withHeaders = (
  integration: string,
  payloads: Readonly<Record<string, object>>,
  make: (event: string, payload: object) => Sending,
): Sample[] =>
  Object.entries(payloads).map(([name, payload]) => ({
    integration,
    name,
    sending: make(eventIn(name), payload),
  }))

export const samples: readonly Sample[] = [
  ...withHeaders('github', gitHubPayloads, gitHub),
  ...withHeaders('gitea', giteaPayloads, gitea),
  ...of('gitlab', gitLabPayloads),
  ...withHeaders('sentry', sentryPayloads, sentry),
  ...of('sentry', { plugin: sentryPlugin }),
  ...of('alertmanager', { group: alertGroup }),
  ...of('grafana', { group: grafanaGroup, legacy: grafanaLegacy }),
  ...of('uptimekuma', { heartbeat, test: { heartbeat: null, monitor: null, msg: 'Tower Testing' } }),
  ...of('jenkins', { build }),
  ...of('slack_incoming', slackPayloads),
  ...of('json', { 'without a template': program }),
  {
    integration: 'json',
    name: 'with a template',
    sending: { payload: program },
    said: { template, topic_template: 'moon {{version}}' },
  },
]
