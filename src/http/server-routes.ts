// Routes of the server itself, beside the API: its health.
import { version } from '../version'
import type { Api } from './api'
import { success } from './envelope'

/** GET /health: answers once every organization's database does. */
export function healthRoute(api: Api): void {
  const isFree = true
  api.ofServer('/health', () => success({ version, ...api.context.checkHealth() }, [], undefined), isFree)
}
