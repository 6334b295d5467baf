// Gravatars for people without a picture of their own, or none any more: some people at a time, as each is told to everybody.
import { Type } from '@sinclair/typebox'
import { botAvatarUrl, botUpdatedEvent } from '../bots/wire'
import { emit } from '../events/event'
import { jobKind } from '../jobs/kind'
import { enqueue } from '../jobs/queueing'
import { inSteps } from '../jobs/steps'
import { settings } from '../organization/settings'
import type { Transaction } from '../organization/writer'
import { avatarEvent } from '../sight/person-events'
import { directory, updateUser, type User } from '../users/repository'
import { presentUser } from './profile'

const peoplePerStep = 20

/** What is left to do is seen from the people. */
const payload = Type.Object({})

export const gravatarsKind = jobKind({
  name: 'change-gravatars',
  payload,
  concurrency: 1,
  timeoutSeconds: 600,
  maxAttempts: 10,
  isInSteps: true,
  run: (attempt) => inSteps(attempt, (tx) => (changeSome(tx) ? {} : undefined)),
})

/** To be called where the setting `use_gravatar` has changed. */
export function changeGravatars(tx: Transaction): void {
  enqueue(tx, gravatarsKind, {})
}

/** @returns whether there may be more */
function changeSome(tx: Transaction): boolean {
  const { organization } = tx
  const hasGravatar = settings(organization).use_gravatar
  const others = directory(organization).all.filter(
    (user) => !user.isSystemBot && user.hasGravatar !== hasGravatar,
  )
  for (const user of others.slice(0, peoplePerStep)) change(tx, user, hasGravatar)
  return others.length > peoplePerStep
}

function change(tx: Transaction, user: User, hasGravatar: boolean): void {
  const { organization } = tx
  const isSeen = user.avatar === null
  updateUser(tx, user.id, { hasGravatar, avatarVersion: user.avatarVersion + (isSeen ? 1 : 0) })
  if (!isSeen) return
  const after = presentUser(organization, user.id)
  emit(tx, avatarEvent(organization, after))
  if (after.botType !== null) {
    emit(tx, botUpdatedEvent(organization, after, { avatar_url: botAvatarUrl(after) }))
  }
}
