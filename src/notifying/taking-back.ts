// Takes notifications back from people's devices once they have read the message elsewhere, or it is gone.
import { Type, type Static } from '@sinclair/typebox'
import { jobKind } from '../jobs/kind'
import { enqueue } from '../jobs/queueing'
import { inSteps } from '../jobs/steps'
import type { Transaction } from '../organization/writer'
import { isAnyPushed, pushedAmong, pushedPeople } from '../push/repository'
import { queueRemovals } from '../pushing/queueing'

/** How many messages of one person are taken back at once, or from how many people one. Tests make it small. */
export const takingBackLimits = { perStep: 200 }

/** Takes messages back from the devices of a person, or of everybody. */
const takeBack = {
  name: 'take-back',
  payload: Type.Object({
    /** Null: from all who were notified. */
    userId: Type.Union([Type.Integer(), Type.Null()]),
    messageIds: Type.Array(Type.Integer()),
  }),
}

/** To be called by every write by which a person has read messages, or sees them no more. */
export function takeBackFrom(tx: Transaction, userId: number, messageIds: readonly number[]): void {
  const pushed = messageIds.length === 0 ? [] : pushedAmong(tx, userId, messageIds)
  if (pushed.length === 0) return
  if (pushed.length <= takingBackLimits.perStep) queueRemovals(tx, userId, pushed)
  else enqueue(tx, takeBack, { userId, messageIds: pushed })
}

/** To be called by every write that takes messages away from everybody. */
export function takeBackFromAll(tx: Transaction, messageIds: readonly number[]): void {
  if (isAnyPushed(tx, messageIds)) enqueue(tx, takeBack, { userId: null, messageIds: [...messageIds] })
}

export const takeBackKind = jobKind({
  ...takeBack,
  concurrency: 2,
  timeoutSeconds: 600,
  maxAttempts: 10,
  isInSteps: true,
  run: (attempt) => inSteps(attempt, takeSomeBack),
})

type TakingBack = Static<typeof takeBack.payload>

function takeSomeBack(tx: Transaction, { userId, messageIds }: TakingBack): TakingBack | undefined {
  const { perStep } = takingBackLimits
  if (userId !== null) {
    queueRemovals(tx, userId, messageIds.slice(0, perStep))
    const rest = messageIds.slice(perStep)
    return rest.length === 0 ? undefined : { userId, messageIds: rest }
  }
  return takeSomeBackFromAll(tx, messageIds)
}

/** What of one person goes with the first of their messages is taken back with it. */
function takeSomeBackFromAll(tx: Transaction, messageIds: readonly number[]): TakingBack | undefined {
  let room = takingBackLimits.perStep
  for (const [index, messageId] of messageIds.entries()) {
    const left = messageIds.slice(index)
    const people = pushedPeople(tx, messageId, room)
    for (const userId of people) queueRemovals(tx, userId, left)
    room -= people.length
    if (room === 0) return { userId: null, messageIds: left }
  }
  return undefined
}
