// The protocol's words for columns, and how their values are written as JSON and read again.
import { getTableConfig } from 'drizzle-orm/sqlite-core'
import type { ExportedTable } from './catalogue'

/** Columns that are called otherwise on the wire, whatever their table. All others keep their names. */
const columnNames: Readonly<Record<string, string>> = {
  channel_id: 'stream_id',
  previous_channel_id: 'prev_stream_id',
  conversation_id: 'recipient_id',
  topic: 'subject',
  previous_topic: 'prev_subject',
  previous_content: 'prev_content',
  previous_rendered_content: 'prev_rendered_content',
  sent_at: 'timestamp',
  edited_at: 'timestamp',
  last_edited_at: 'last_edit_timestamp',
  last_moved_at: 'last_moved_timestamp',
  deliver_at: 'scheduled_delivery_timestamp',
  has_failed: 'failed',
  position: 'order',
  kind: 'type',
  color: 'color',
  is_in_summary: 'display_in_profile_summary',
  is_required: 'required',
  is_editable_by_user: 'editable_by_user',
  default_sending_channel_id: 'default_sending_stream_id',
  default_events_channel_id: 'default_events_register_stream_id',
  hears_public_channels: 'default_all_public_streams',
}

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

/** What SQLite stores. */
export type Stored = null | number | string | Uint8Array

/** A column as it is stored and as it stands in an archive. */
export interface ArchivedColumn {
  readonly column: string
  readonly name: string
  /** Stored as NOT NULL without a default: a line that lacks it is refused. */
  readonly isNeeded: boolean
  /** What an older archive means that lacks it: the column's default. */
  readonly absent: Stored
  write(value: Stored): Json
  /** @throws Error if it is not of the column's type */
  read(value: Json): Stored
}

/** The columns of a table, in their order. */
export function archivedColumns({ table, names = {}, jsonTexts = [] }: ExportedTable): ArchivedColumn[] {
  return getTableConfig(table).columns.map(
    ({ name: column, dataType, notNull, hasDefault, primary, default: otherwise }) => {
      const form = forms[jsonTexts.includes(column) ? 'jsonText' : formOf(dataType)]
      const name = names[column] ?? columnNames[column] ?? column
      return {
        column,
        name,
        isNeeded: notNull && !hasDefault && !primary,
        absent: storedDefault(otherwise),
        write: (value) => (value === null ? null : form.write(value)),
        read: (value) => (value === null ? null : form.read(value, name)),
      }
    },
  )
}

function storedDefault(value: unknown): Stored {
  if (typeof value === 'boolean') return value ? 1 : 0
  return typeof value === 'string' || typeof value === 'number' ? value : null
}

type FormName = 'flag' | 'json' | 'jsonText' | 'bytes' | 'plain'

function formOf(dataType: string): FormName {
  if (dataType === 'boolean') return 'flag'
  if (dataType === 'json') return 'json'
  return dataType === 'buffer' ? 'bytes' : 'plain'
}

interface Form {
  write(value: NonNullable<Stored>): Json
  read(value: NonNullable<Json>, name: string): Stored
}

const jsonText: Form = {
  write: (value) => JSON.parse(String(value)),
  read: (value) => JSON.stringify(value),
}

const forms: Readonly<Record<FormName, Form>> = {
  flag: {
    write: (value) => value !== 0,
    read(value, name) {
      if (typeof value !== 'boolean') throw wrongType(name, 'true or false')
      return value ? 1 : 0
    },
  },
  json: jsonText,
  jsonText,
  bytes: {
    write: (value) => (value instanceof Uint8Array ? value.toBase64() : ''),
    read(value, name) {
      if (typeof value !== 'string') throw wrongType(name, 'Base64')
      return Uint8Array.fromBase64(value)
    },
  },
  plain: {
    write: (value) => (value instanceof Uint8Array ? null : value),
    read(value, name) {
      if (typeof value !== 'string' && typeof value !== 'number') throw wrongType(name, 'a text or a number')
      return value
    },
  },
}

function wrongType(name: string, expected: string): Error {
  return new Error(`\`${name}\` has to be ${expected}`)
}
