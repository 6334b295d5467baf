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

/** Messages that link to the file, also deleted ones that can be put back, after one of them; ascending. */
export function linkingMessages(
  db: Connection,
  attachmentId: number,
  afterId: number,
  limit: number,
): number[] {
  return db.sqlite
    .query<{ id: number }, [number, number, number]>(
      `SELECT message_id AS id FROM attachment_messages WHERE attachment_id = ?1 AND message_id > ?2
       UNION SELECT message_id FROM archived_attachment_messages WHERE attachment_id = ?1 AND message_id > ?2
       ORDER BY 1 LIMIT ?3`,
    )
    .all(attachmentId, afterId, limit)
    .map(({ id }) => id)
}

/** Changes what nobody is told of: what a message was like before its edits, and what it is like once it is put back. */
export function updateUnseen(tx: Transaction, messageId: number, htmlOf: (html: string) => string): void {
  for (const { table, html, message } of unseen) {
    const rows = tx.sqlite
      .query<{ id: number; html: string }, [number]>(
        `SELECT id, ${html} AS html FROM ${table} WHERE ${message} = ? AND ${html} IS NOT NULL`,
      )
      .all(messageId)
    const update = tx.sqlite.query(`UPDATE ${table} SET ${html} = ? WHERE id = ?`)
    for (const row of rows) {
      const changed = htmlOf(row.html)
      if (changed !== row.html) update.run(changed, row.id)
    }
  }
}

/** Where such HTML is. */
const unseen = [
  { table: 'message_edits', html: 'previous_rendered_content', message: 'message_id' },
  { table: 'archived_message_edits', html: 'previous_rendered_content', message: 'message_id' },
  { table: 'archived_messages', html: 'rendered_content', message: 'id' },
]
