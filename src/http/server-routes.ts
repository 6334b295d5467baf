// Routes of the server itself, beside the API: its health, and what Prometheus scrapes.
import { version } from '../version'
import type { Api } from './api'
import { success } from './envelope'
import { metricsAnswer } from './metrics-answer'

const isFree = true

/**
 * GET /health and /health/ready: 200 once every organization's database answers and all is there that the server starts with;
 * GET /health/live: 200 as long as the process answers at all, so that what only is not ready yet is not killed for it.
 */
export function healthRoutes(api: Api): void {
  for (const path of ['/health', '/health/ready'])
    api.ofServer(path, () => success({ version, ...api.context.checkHealth() }, [], undefined), isFree)
  api.ofServer('/health/live', () => success({ version }, [], undefined), isFree)
}

/** GET /metrics, where there is a token for it: for whoever sends that as `Authorization: Bearer …`. */
export function metricsRoute(api: Api): void {
  const { metrics } = api.context
  if (metrics?.token === undefined) return
  api.ofServer('/metrics', (request) => metricsAnswer(request, metrics))
}
