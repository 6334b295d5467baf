// Table of pictures that people have sent: of emoji, people and the organization. The files are in the organization's folder.
import { sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** A file without a row here is served to nobody, and will be removed. */
export const pictures = sqliteTable('pictures', {
  /** Of the file: random, with its extension. It never means another picture, so clients keep it for as long as they like. */
  name: text().primaryKey(),
  /** What it is a picture of; its address says so, too: a `PictureKind`. */
  kind: text().notNull(),
})
