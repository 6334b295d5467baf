// The settings as people are shown them: what holds and where it comes from, but for what is secret.
import { Type, type Static } from '@sinclair/typebox'
import type { Setting } from './setting'
import type { Settings } from './settings'
import { allSettings } from './table'

export const ShownSetting = Type.Object({
  name: Type.String(),
  /** As text; null where there is none. */
  value: Type.Union([Type.String(), Type.Null()]),
  /** Such as `confab.toml`, or `default`. */
  from: Type.String(),
})
export type ShownSetting = Static<typeof ShownSetting>

/** Secrets are not even read. @throws SettingsError for one that is wrong */
export function shownSettings(settings: Settings): ShownSetting[] {
  return allSettings
    .filter((setting) => !setting.hidden || settings.isGiven(setting))
    .map((setting) => ({
      name: setting.name,
      value: shownValue(settings, setting),
      from: settings.where(setting)?.replace(`${setting.name} in `, '') ?? 'default',
    }))
}

function shownValue(settings: Settings, setting: Setting<unknown>): string | null {
  if (setting.secret === 'value') return settings.isGiven(setting) ? '(secret)' : null
  settings.value(setting)
  // What an address holds as a login is refused at the start, and not repeated here.
  return settings.text(setting)?.replace(/\/\/[^/]*@/, '//…@') || null
}
