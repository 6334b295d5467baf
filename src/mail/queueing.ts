// Queueing mail, in the write that causes it.
import { Type, type Static, type TSchema } from '@sinclair/typebox'
import { enqueue, type QueueOptions } from '../jobs/queueing'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import type { LetterType } from './letter'

/** The one type of jobs that all letters are. */
export const mailType = {
  name: 'mail',
  payload: Type.Object({ letter: Type.String(), facts: Type.Unknown() }),
}

/** Whether this server sends mail at all. */
export function isMailConfigured({ rules }: Organization): boolean {
  return rules.mail !== null
}

/**
 * Queues a letter, to be composed when it is sent: at least once, with the same `Message-ID` each time.
 * @param options `key` and `runAt` as `enqueue` takes them
 * @returns the job's ID; undefined where no mail is sent
 */
export function queueMail<Schema extends TSchema>(
  tx: Transaction,
  { name }: LetterType<Schema>,
  facts: Static<Schema>,
  options: Pick<QueueOptions, 'key' | 'runAt'> = {},
): number | undefined {
  const { mail } = tx.organization.rules
  if (!mail) return undefined
  return enqueue(tx, mailType, { letter: name, facts }, { ...options, lane: `${mail.host}:${mail.port}` })
}
