// Every integration, one line each.
import type { Integration } from '../integration'
import { alertmanager } from './alertmanager'
import { gitea } from './gitea'
import { gitHub } from './github'
import { gitLab } from './gitlab'
import { grafana } from './grafana'
import { jenkins } from './jenkins'
import { json } from './json'
import { sentry } from './sentry'
import { slackIncoming } from './slack-incoming'
import { uptimeKuma } from './uptime-kuma'

/** In the order of their names. */
export const integrations: readonly Integration[] = [
  alertmanager,
  gitea,
  gitHub,
  gitLab,
  grafana,
  jenkins,
  json,
  sentry,
  slackIncoming,
  uptimeKuma,
]

const byName = new Map(
  integrations.flatMap((integration) =>
    [integration.name, ...(integration.otherNames ?? [])].map((name) => [name, integration] as const),
  ),
)

export function integrationByName(name: string): Integration | undefined {
  return byName.get(name)
}
