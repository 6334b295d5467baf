// The organization's settings as they are: the defaults of the catalogue, and what differs in the table.
import { eq } from 'drizzle-orm'
import { cache } from './cache'
import { settingDefaults, type OrganizationSettings, type SettingName } from './settings-catalogue'
import { organizationSettings } from './tables'
import { assertSightIsWatched, type Transaction } from './writer'

/** What the table says, by name; the rest has its default. */
export const storedSettings = cache(
  [organizationSettings],
  (organization): ReadonlyMap<string, unknown> =>
    new Map(
      organization.db.orm
        .select()
        .from(organizationSettings)
        .all()
        .map(({ name, value }) => [name, JSON.parse(value)]),
    ),
)

/** The settings as they are now. */
export const settings = cache([organizationSettings], (organization): OrganizationSettings => ({
  ...settingDefaults,
  ...Object.fromEntries(storedSettings(organization)),
}))

/** Stores a setting; the caller has checked the value and emits the event. */
export function storeSetting<Name extends SettingName>(
  tx: Transaction,
  name: Name,
  value: OrganizationSettings[Name],
): void {
  storeValue(tx, name, value)
}

/** Stores what is kept under a name among the settings, such as the group that has a permission. */
export function storeValue(tx: Transaction, name: string, value: unknown): void {
  if (name === 'can_access_all_users_group') assertSightIsWatched(tx, 'Whom guests may see')
  const text = JSON.stringify(value)
  tx.orm
    .insert(organizationSettings)
    .values({ name, value: text })
    .onConflictDoUpdate({ target: organizationSettings.name, set: { value: text } })
    .run()
}

/** Forgets what is kept under a name. */
export function removeStoredValue(tx: Transaction, name: string): void {
  tx.orm.delete(organizationSettings).where(eq(organizationSettings.name, name)).run()
}
