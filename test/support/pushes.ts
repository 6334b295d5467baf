// Notifications on devices, as tests send and read them.
import { queuePushes } from '../../src/pushing/queueing'
import type { Trigger } from '../../src/notifications/triggers'
import type { BouncerCall } from './bouncer'
import type { Client } from './client'
import { sendDirectly } from './messages'
import type { TestServer } from './server'

/** Sends a direct message, and waits until all is done that follows from it. @returns its ID */
export async function tell(
  server: TestServer,
  from: Client,
  to: readonly Client[],
  content: string,
): Promise<number> {
  const id = await sendDirectly(from, to, content)
  await server.server.settled()
  return id
}

/** Has a person's devices notified of a message, whatever their settings say. */
export async function pushTo(
  server: TestServer,
  { id: userId }: Pick<Client, 'id'>,
  messageId: number,
  trigger: Trigger,
  mentionedGroupId: number | null = null,
): Promise<void> {
  await server.organization.write((tx) => queuePushes(tx, [{ userId, messageId, trigger, mentionedGroupId }]))
  await server.server.settled()
}

/** What Android devices are told by calls of `push/notify`. */
export function payloadsOf(calls: readonly BouncerCall[]): Record<string, unknown>[] {
  return calls.map(({ body }) => ({ ...Object(body['gcm_payload']) }))
}
