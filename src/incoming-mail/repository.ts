// SQL of mails that were posted.
import { eq, lt } from 'drizzle-orm'
import type { Connection } from '../organization/database'
import type { Transaction } from '../organization/writer'
import { postedMails } from './tables'

export function isPosted(db: Connection, digest: string): boolean {
  return db.orm.select().from(postedMails).where(eq(postedMails.digest, digest)).get() !== undefined
}

export function insertPosted(tx: Transaction, digest: string, postedAt: number): void {
  tx.orm.insert(postedMails).values({ digest, postedAt }).run()
}

/** Whether there are any from before that time. */
export function hasPostedBefore(db: Connection, time: number): boolean {
  return db.orm.select().from(postedMails).where(lt(postedMails.postedAt, time)).limit(1).get() !== undefined
}

export function deletePostedBefore(tx: Transaction, time: number): void {
  tx.orm.delete(postedMails).where(lt(postedMails.postedAt, time)).run()
}
