// SQL of whether anything links to files, and since when nothing does.
import type { Connection } from '../organization/database'
import type { Transaction } from '../organization/writer'
import type { attachmentDrafts } from './tables'

/** A text that is no message yet. */
export type DraftKind = (typeof attachmentDrafts.$inferSelect)['kind']

/** True of a file `attachments` that something links to: a message, one that can be put back, or a text not sent yet. */
const isClaimed = ['attachment_messages', 'archived_attachment_messages', 'attachment_drafts']
  .map((table) => `EXISTS (SELECT 1 FROM ${table} WHERE attachment_id = attachments.id)`)
  .join(' OR ')

/** Notes which of the files have something that links to them now, and which have nothing any more. @param now UNIX seconds. */
export function settleClaims(tx: Transaction, attachmentIds: readonly number[], now: number): void {
  tx.sqlite
    .query(
      `UPDATE attachments SET unclaimed_since = iif(unclaimed_since IS NULL, ?, NULL)
       WHERE id IN (SELECT value FROM json_each(?)) AND (unclaimed_since IS NULL) <> (${isClaimed})`,
    )
    .run(now, JSON.stringify(attachmentIds))
}

/** Those of the files that nothing links to. */
export function unclaimedAmong(db: Connection, attachmentIds: readonly number[]): number[] {
  return db.sqlite
    .query<{ id: number }, [string]>(
      `SELECT id FROM attachments WHERE id IN (SELECT value FROM json_each(?)) AND NOT (${isClaimed})`,
    )
    .all(JSON.stringify(attachmentIds))
    .map(({ id }) => id)
}

/** Makes these, and no others, the files that a text keeps. @returns which of them are new or gone. */
export function storeDraftClaims(
  tx: Transaction,
  kind: DraftKind,
  draftId: number,
  attachmentIds: readonly number[],
): number[] {
  const kept = JSON.stringify(attachmentIds)
  const gone = tx.sqlite
    .query<{ id: number }, [string, number, string]>(
      `DELETE FROM attachment_drafts WHERE kind = ? AND draft_id = ?
         AND attachment_id NOT IN (SELECT value FROM json_each(?)) RETURNING attachment_id AS id`,
    )
    .all(kind, draftId, kept)
  if (attachmentIds.length === 0) return gone.map(({ id }) => id)
  const added = tx.sqlite
    .query<{ id: number }, [string, number, string]>(
      `INSERT OR IGNORE INTO attachment_drafts (kind, draft_id, attachment_id)
       SELECT ?, ?, value FROM json_each(?) RETURNING attachment_id AS id`,
    )
    .all(kind, draftId, kept)
  return [...gone, ...added].map(({ id }) => id)
}

/** Forgets which files texts keep. @returns those files. */
export function deleteDraftClaims(tx: Transaction, kind: DraftKind, draftIds: readonly number[]): number[] {
  return tx.sqlite
    .query<{ id: number }, [string, string]>(
      `DELETE FROM attachment_drafts WHERE kind = ? AND draft_id IN (SELECT value FROM json_each(?))
       RETURNING attachment_id AS id`,
    )
    .all(kind, JSON.stringify(draftIds))
    .map(({ id }) => id)
}
