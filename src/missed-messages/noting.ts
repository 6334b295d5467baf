// Noting that people missed messages: a mail follows, unless they read them meanwhile.
import { Type } from '@sinclair/typebox'
import { enqueue } from '../jobs/queueing'
import { isMailConfigured } from '../mail/queueing'
import type { Notification } from '../notifications/triggers'
import { seconds } from '../organization/clock'
import type { Transaction } from '../organization/writer'
import { userSetting } from '../user-settings/repository'
import { insertMissed } from './repository'

/** Tells one person of what they missed, once the time is over for which they want to wait. */
export const tellOfMissed = {
  name: 'tell-of-missed-messages',
  payload: Type.Object({ userId: Type.Integer() }),
}

/** To be called for those who are to be told by mail; of what is noted already nothing more is noted. */
export function noteMissed(tx: Transaction, notifications: readonly Notification[]): void {
  const { organization } = tx
  if (!isMailConfigured(organization)) return
  const now = seconds(organization.clock)
  for (const { userId, messageId, trigger } of notifications) {
    insertMissed(tx, userId, messageId, trigger)
    const wait = userSetting(organization, userId, 'email_notifications_batching_period_seconds')
    enqueue(tx, tellOfMissed, { userId }, { key: String(userId), runAt: now + wait })
  }
}
