// Tells people of a message: decides a few at a time, each few in a write of their own, which queues what is sent to them.
import { jobKind } from '../jobs/kind'
import { inSteps } from '../jobs/steps'
import { noteMissed } from '../missed-messages/noting'
import { messageById } from '../messages/repository'
import { deciding } from '../notifications/deciding'
import type { Notification, Trigger } from '../notifications/triggers'
import type { Transaction } from '../organization/writer'
import { isPushed } from '../push/repository'
import { queuePushes } from '../pushing/queueing'
import { notify, type Notifying } from './queueing'
import { unreadStates, type UnreadState } from './repository'
import { reachable } from './ways'

/** How many people one step decides about and queues for: it takes a few milliseconds. Tests make it small. */
export const tellingLimits = { peoplePerStep: 50 }

export const notifyKind = jobKind({
  ...notify,
  concurrency: 4,
  timeoutSeconds: 600,
  maxAttempts: 10,
  isInSteps: true,
  run: (attempt) => inSteps(attempt, tellSome),
})

function tellSome(tx: Transaction, payload: Notifying): Notifying | undefined {
  const { peoplePerStep } = tellingLimits
  const states = unreadStates(tx, payload, peoplePerStep)
  const last = states.at(-1)
  if (!last) return undefined
  tell(tx, payload, states)
  if (states.length < peoplePerStep) return undefined
  const only = payload.only && payload.only.filter((userId) => userId > last.userId)
  return { ...payload, only, after: last.userId }
}

function tell(tx: Transaction, payload: Notifying, states: readonly UnreadState[]): void {
  const { organization } = tx
  const { messageId, mentionedUserIds, mentionedGroupIds: groupIds, only } = payload
  const message = messageById(tx, messageId)
  if (!message) return
  const decide = deciding(organization, message, { userIds: new Set(mentionedUserIds), groupIds })
  const pushes: Notification[] = []
  const mails: Notification[] = []
  for (const { userId, flags } of states) {
    const ways = reachable(organization, userId)
    if (!ways.push && !ways.mail) continue
    const { push, mail, mentionedGroupId } = decide(userId, flags)
    const told = (trigger: Trigger) => ({
      userId,
      messageId,
      trigger,
      mentionedGroupId: trigger === 'group_mention' ? mentionedGroupId : null,
    })
    // Of an edited message their devices may show already what it said before.
    const isNew = only === null || !isPushed(tx, userId, messageId)
    if (ways.push && push !== null && isNew) pushes.push(told(push))
    if (ways.mail && mail !== null) mails.push(told(mail))
  }
  queuePushes(tx, pushes)
  noteMissed(tx, mails)
}
