// The organization's settings: their defaults here, what differs in the table.
import { memo } from './part'
import { organizationSettings } from './tables'
import type { Transaction } from './writer'

/** Every setting with its default. Names follow the protocol's, without `realm_`. */
export const settingDefaults = {
  name: '',
  description: '',
  date_created: 0,
  /** Whether anyone may look at web-public channels without an account. */
  enable_spectator_access: false,
  is_deactivated: false,
  message_content_edit_limit_seconds: 600,
  mandatory_topics: false,
}

export type OrganizationSettings = typeof settingDefaults
export type SettingName = keyof OrganizationSettings

/** The settings as they are now. */
export const settings = memo((organization): OrganizationSettings => {
  const stored: Record<string, unknown> = {}
  for (const { name, value } of organization.db.orm.select().from(organizationSettings).all()) {
    stored[name] = JSON.parse(value)
  }
  return { ...settingDefaults, ...stored }
})

/** Stores a setting; the caller has checked the value and emits the event. */
export function storeSetting<Name extends SettingName>(
  tx: Transaction,
  name: Name,
  value: OrganizationSettings[Name],
): void {
  settings.forget(tx)
  const text = JSON.stringify(value)
  tx.orm
    .insert(organizationSettings)
    .values({ name, value: text })
    .onConflictDoUpdate({ target: organizationSettings.name, set: { value: text } })
    .run()
}
