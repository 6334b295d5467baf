// SQL of personal settings and of the organization's defaults, and what they say, kept in memory.
import { and, eq, ne, sql } from 'drizzle-orm'
import type { Organization } from '../organization/organization'
import { cache, keyedCache } from '../organization/cache'
import { settings } from '../organization/settings'
import type { Transaction } from '../organization/writer'
import { builtInSettings, type SettingName, type SettingValues } from './catalogue'
import { userSettingDefaults, userSettings } from './tables'

/** What a new account starts with; the visibility of its address is stored with the account. */
export type NewAccountSettings = SettingValues & { email_address_visibility: number }

/**
 * All settings of a person. From memory, so cheap enough to be asked for every recipient of a message; by hand, as the first
 * message after a start asks for those of thousands.
 */
export const settingsOf = keyedCache(
  [userSettings.userId],
  (organization, userId: number): Readonly<SettingValues> => {
    const row = organization.db.sqlite
      .query<{ stored: string }, [number]>(
        'SELECT json_group_object(name, json(value)) AS stored FROM user_settings WHERE user_id = ?',
      )
      .get(userId)
    // Most people change nothing: they share one object.
    return row === null || row.stored === '{}' ? builtInSettings : overlay(builtInSettings, row.stored)
  },
  100_000,
)

/** One setting of a person. */
export function userSetting<Name extends SettingName>(
  organization: Organization,
  userId: number,
  name: Name,
): SettingValues[Name] {
  return settingsOf(organization, userId)[name]
}

/** What new accounts of the organization start with. */
export const newAccountSettings = cache(
  [userSettingDefaults],
  (organization): Readonly<NewAccountSettings> => {
    const row = organization.db.orm
      .select({ stored: sql<string>`json_group_object(name, json(value))` })
      .from(userSettingDefaults)
      .get()
    return overlay({ ...builtInSettings, email_address_visibility: 1 }, row?.stored ?? '{}')
  },
)

function overlay<T extends object>(defaults: T, storedJson: string): T {
  const stored: Partial<T> = JSON.parse(storedJson)
  return { ...defaults, ...stored }
}

/** Stores a setting; the caller has checked the value. */
export function storeUserSetting(tx: Transaction, userId: number, name: SettingName, value: unknown): void {
  if (value === builtInSettings[name]) {
    const row = and(eq(userSettings.userId, userId), eq(userSettings.name, name))
    tx.orm.delete(userSettings).where(row).run()
    return
  }
  const text = JSON.stringify(value)
  tx.orm
    .insert(userSettings)
    .values({ userId, name, value: text })
    .onConflictDoUpdate({ target: [userSettings.userId, userSettings.name], set: { value: text } })
    .run()
}

/** Stores a default of new accounts; the caller has checked the value. */
export function storeDefault(tx: Transaction, name: keyof NewAccountSettings, value: unknown): void {
  const text = JSON.stringify(value)
  tx.orm
    .insert(userSettingDefaults)
    .values({ name, value: text })
    .onConflictDoUpdate({ target: userSettingDefaults.name, set: { value: text } })
    .run()
}

/**
 * Gives a new account the organization's defaults and language as they are now; later changes of them leave the
 * account alone.
 */
export function takeDefaults(tx: Transaction, userId: number): void {
  const { name, value } = userSettingDefaults
  const defaults = tx.orm
    .select({ userId: sql<number>`${userId}`.as('user_id'), name, value })
    .from(userSettingDefaults)
    .where(ne(name, 'email_address_visibility'))
  tx.orm.insert(userSettings).select(defaults).run()
  storeUserSetting(tx, userId, 'default_language', settings(tx.organization).default_language)
}
