// SQL of navigation views.
import { and, eq, sql } from 'drizzle-orm'
import type { Connection } from '../organization/database'
import type { Transaction } from '../organization/writer'
import { navigationViews } from './tables'

export type NavigationView = typeof navigationViews.$inferSelect
export type ViewChanges = Partial<Pick<NavigationView, 'isPinned' | 'name'>>

/** A person's views, in the order they were added. */
export function viewsOf(db: Connection, userId: number): NavigationView[] {
  const ofPerson = eq(navigationViews.userId, userId)
  return db.orm
    .select()
    .from(navigationViews)
    .where(ofPerson)
    .orderBy(sql`rowid`)
    .all()
}

/** @returns false if the person has one of that fragment already. */
export function insertView(tx: Transaction, view: NavigationView): boolean {
  return tx.orm.insert(navigationViews).values(view).onConflictDoNothing().returning().get() !== undefined
}

export function updateView(tx: Transaction, userId: number, fragment: string, changes: ViewChanges): void {
  tx.orm.update(navigationViews).set(changes).where(own(userId, fragment)).run()
}

/** @returns false if the person has none of that fragment. */
export function deleteView(tx: Transaction, userId: number, fragment: string): boolean {
  return tx.orm.delete(navigationViews).where(own(userId, fragment)).returning().get() !== undefined
}

function own(userId: number, fragment: string) {
  return and(eq(navigationViews.userId, userId), eq(navigationViews.fragment, fragment))
}
