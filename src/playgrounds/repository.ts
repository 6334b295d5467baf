// SQL of code playgrounds.
import { asc, eq } from 'drizzle-orm'
import type { Connection } from '../organization/database'
import type { Transaction } from '../organization/writer'
import { playgrounds } from './tables'

export type Playground = typeof playgrounds.$inferSelect

/** All playgrounds, in the order in which they were added. */
export function allPlaygrounds(db: Connection): Playground[] {
  return db.orm.select().from(playgrounds).orderBy(asc(playgrounds.id)).all()
}

export function insertPlayground(tx: Transaction, playground: typeof playgrounds.$inferInsert): Playground {
  return tx.orm.insert(playgrounds).values(playground).returning().get()
}

/** @returns whether there was one with that ID. */
export function deletePlayground(tx: Transaction, id: number): boolean {
  return tx.orm.delete(playgrounds).where(eq(playgrounds.id, id)).returning().get() !== undefined
}
