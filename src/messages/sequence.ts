// The sequence of IDs that messages share with what becomes a message: scheduled messages and reminders.
import type { Transaction } from '../organization/writer'

/**
 * Takes an ID that no message has or will have. Messages get the next ones by themselves, so what has this ID never has
 * the one of the message it becomes (contract 2.1), and all of them stay small. The table of sequences is SQLite's own.
 */
export function takeMessageId(tx: Transaction): number {
  const taken = tx.sqlite
    .query<{ seq: number }, []>(
      "UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = 'messages' RETURNING seq",
    )
    .get()
  if (!taken) throw new Error('There is no sequence of messages')
  return taken.seq
}
