// SQL of pictures.
import { and, eq } from 'drizzle-orm'
import { given, prepared } from '../database/prepared'
import type { Connection } from '../organization/database'
import type { Transaction } from '../organization/writer'
import { pictures } from './tables'

export function insertPicture(tx: Transaction, picture: typeof pictures.$inferInsert): void {
  tx.orm.insert(pictures).values(picture).run()
}

export function deletePicture(tx: Transaction, name: string): void {
  tx.orm.delete(pictures).where(eq(pictures.name, name)).run()
}

const find = prepared((orm) =>
  orm
    .select({ name: pictures.name })
    .from(pictures)
    .where(and(eq(pictures.name, given('name')), eq(pictures.kind, given('kind'))))
    .prepare(),
)

export function isPicture(db: Connection, kind: string, name: string): boolean {
  return find(db).get({ kind, name }) !== undefined
}

export function pictureNames(db: Connection): string[] {
  return db.orm
    .select({ name: pictures.name })
    .from(pictures)
    .all()
    .map(({ name }) => name)
}
