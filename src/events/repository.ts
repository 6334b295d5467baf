// SQL of the event queues: the mark by which the journal of events knows which commits were made.
import type { Connection } from '../organization/database'

/** The mark of the last commit that had events for queues; 0 if there was none. */
export function lastMark({ sqlite }: Connection): number {
  return sqlite.query<{ mark: number }, []>('SELECT mark FROM event_mark').get()?.mark ?? 0
}

/** Gives the commit under way a mark of its own. @returns it */
export function nextMark({ sqlite }: Connection): number {
  // Bare SQL: it is part of every message sent.
  const row = sqlite
    .query<{ mark: number }, []>(
      `INSERT INTO event_mark (id, mark) VALUES (1, 1)
       ON CONFLICT (id) DO UPDATE SET mark = mark + 1 RETURNING mark`,
    )
    .get()
  if (!row) throw new Error('The commit got no mark')
  return row.mark
}
