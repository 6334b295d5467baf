// SQL of pictures whose smaller ones are made, and of the messages that wait for these.
import { eq } from 'drizzle-orm'
import type { Attachment } from '../attachments/repository'
import { attachments } from '../attachments/tables'
import type { Connection } from '../organization/database'
import type { Transaction } from '../organization/writer'

export function updatePicture(
  tx: Transaction,
  id: number,
  columns: Partial<Pick<Attachment, 'previews' | 'isAnimated'>>,
): void {
  tx.orm.update(attachments).set(columns).where(eq(attachments.id, id)).run()
}

/** Messages that link to the file, after one of them; ascending. */
export function linkingMessages(
  db: Connection,
  attachmentId: number,
  afterId: number,
  limit: number,
): number[] {
  return db.sqlite
    .query<{ id: number }, [number, number, number]>(
      `SELECT message_id AS id FROM attachment_messages
       WHERE attachment_id = ? AND message_id > ? ORDER BY message_id LIMIT ?`,
    )
    .all(attachmentId, afterId, limit)
    .map(({ id }) => id)
}

/** Changes what the history of a message says it looked like. */
export function updateHistory(tx: Transaction, messageId: number, htmlOf: (html: string) => string): void {
  const edits = tx.sqlite
    .query<{ id: number; html: string }, [number]>(
      `SELECT id, previous_rendered_content AS html FROM message_edits
       WHERE message_id = ? AND previous_rendered_content IS NOT NULL`,
    )
    .all(messageId)
  const update = tx.sqlite.query('UPDATE message_edits SET previous_rendered_content = ? WHERE id = ?')
  for (const { id, html } of edits) {
    const changed = htmlOf(html)
    if (changed !== html) update.run(changed, id)
  }
}
