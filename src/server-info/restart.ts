// What clients whose queues survived a restart are told (reference: events/restart, events/web_reload_client).
import { deliver, type ServerEvent } from '../events/event'
import type { Organization } from '../organization/organization'
import { version } from '../version'
import { generation, versionFields } from './state'

/** Tells the queues of before that the server was started anew, and pages of another version that there is a new one. */
export function tellOfRestart(organization: Organization): void {
  deliver(organization, restartEvent(organization))
  deliver(organization, reloadEvent)
}

/** `restart` */
function restartEvent(organization: Organization): ServerEvent {
  return {
    type: 'restart',
    audience: 'everyone',
    payload: () => ({ ...versionFields, server_generation: generation(organization) }),
  }
}

/** `web_reload_client`, for programs that came from the server itself. Not all are to come at once. */
const reloadEvent: ServerEvent = {
  type: 'web_reload_client',
  audience: 'everyone',
  accepts: (queue) => queue.serverVersion !== version,
  payload: () => ({ immediate: false }),
}
