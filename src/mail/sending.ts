// The job that sends mail: composes a letter, hands it to the operator's mail server, and says how that ended.
import { deliveryId } from '../jobs/delivery-id'
import { DestinationFailure, GiveUp, jobKind, type Attempt, type JobKind } from '../jobs/kind'
import type { LetterKind } from './letter'
import { messageOf } from './message'
import { mailType } from './queueing'
import { hand, SmtpFailure } from './smtp'

/** The kind of jobs that sends these letters. */
export function mailKind(letters: readonly LetterKind[]): JobKind {
  const byName = new Map(letters.map((each) => [each.name, each]))
  return jobKind({
    ...mailType,
    concurrency: 4,
    timeoutSeconds: 120,
    // A mailbox that is full or makes strangers wait is tried for most of a day.
    maxAttempts: 20,
    delivery: { concurrencyPerLane: 4, patienceSeconds: 4 * 24 * 3600, longestRestSeconds: 300 },
    async run(attempt) {
      const { letter: name, facts } = attempt.payload
      const kind = byName.get(name)
      if (!kind) throw new GiveUp(`There are no letters '${name}'`)
      await send(kind, { ...attempt, payload: facts })
    },
  })
}

async function send(kind: LetterKind, attempt: Attempt<unknown>): Promise<void> {
  const { organization, signal, queuedAt } = attempt
  const { mail } = organization.rules
  if (!mail) throw new DestinationFailure('This server sends no mail any more')
  const letter = await kind.compose(attempt)
  if (!letter) return
  const parcel = await messageOf(organization, mail, letter, { id: deliveryId(attempt), date: queuedAt })
  try {
    await hand(mail, parcel, signal)
  } catch (error) {
    if (!(error instanceof SmtpFailure)) throw error
    if (error.concern === 'server') throw new DestinationFailure(error.message)
    throw error.isPermanent ? new GiveUp(error.message) : error
  }
}
