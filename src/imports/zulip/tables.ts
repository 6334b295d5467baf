// The tables of a data export: by which field their rows are found again, and which of them nothing is taken of.
import { Payload } from '../../incoming-webhooks/payload'
import { parsedRow } from '../json-rows'
import type { Spool } from '../spool'

/** By which fields rows are found again; those of other tables are read in the order of their IDs. */
export const keysOf: Readonly<Record<string, string>> = {
  zerver_reaction: 'message',
  zerver_submessage: 'message',
  zerver_usermessage: 'message',
  zerver_subscription: 'recipient',
  zerver_usergroupmembership: 'user_group',
  zerver_groupgroupmembership: 'supergroup',
  zerver_alertword: 'user_profile',
  zerver_customprofilefieldvalue: 'user_profile',
  zerver_draft: 'user_profile',
  zerver_muteduser: 'user_profile',
  zerver_savedsnippet: 'user_profile',
  zerver_scheduledmessage: 'sender',
  zerver_userstatus: 'user_profile',
  zerver_usertopic: 'user_profile',
}

/** Read whole, in the order of their IDs; what attachments, clients and conversations say is said elsewhere, too. */
const readTables = new Set([
  'zerver_attachment',
  'zerver_channelfolder',
  'zerver_client',
  'zerver_customprofilefield',
  'zerver_defaultstream',
  'zerver_directmessagegroup',
  'zerver_huddle',
  'zerver_message',
  'zerver_namedusergroup',
  'zerver_realm',
  'zerver_realmemoji',
  'zerver_realmfilter',
  'zerver_realmplayground',
  'zerver_recipient',
  'zerver_stream',
  'zerver_usergroup',
  'zerver_userprofile',
  'zerver_userprofile_crossrealm',
  'zerver_userprofile_mirrordummy',
])

/** What there is in tables of which nothing is taken, in words for the report. */
const leftOut: Readonly<Record<string, string>> = {
  zerver_botconfigdata: 'Settings and storage of bots',
  zerver_botstoragedata: 'Settings and storage of bots',
  zerver_defaultstreamgroup: 'Groups of default channels',
  zerver_navigationview: 'Views in the sidebars of people',
  zerver_realmauditlog: 'Entries of the audit log',
  zerver_realmauthenticationmethod: 'Ways to log in',
  zerver_realmdomain: 'Domains of e-mail addresses that may join',
  zerver_realmuserdefault: 'Settings that new people start with',
  zerver_service: 'Settings and storage of bots',
  zerver_useractivity: 'When people were active',
  zerver_useractivityinterval: 'When people were active',
  zerver_userpresence: 'When people were active',
}

/** Whether a table is taken. */
export function isTaken(table: string): boolean {
  return Object.hasOwn(keysOf, table) || readTables.has(table)
}

/** What the report calls the rows of a table of which nothing is taken. */
export function wordsFor(table: string): string {
  return Object.hasOwn(leftOut, table) ? (leftOut[table] ?? '') : 'Rows of other tables'
}

/** The rows of a table that have a key. */
export function rowsOf(spool: Spool, table: string, key: string | number): Payload[] {
  return spool.of(table, key).map((text) => new Payload(parsedRow(text, table)))
}

/** UNIX seconds of a moment, which is a number of them or written out. */
export function momentOf(object: Payload, name: string): number | undefined {
  const number = object.number(name)
  const moment = number ?? Date.parse(object.text(name)) / 1000
  return Number.isFinite(moment) && moment > 0 ? Math.floor(moment) : undefined
}
