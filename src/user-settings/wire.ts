// Personal settings on the wire: events in their new and old forms, and their parts of the register state (contract 4.17).
import type { ServerEvent } from '../events/event'
import type { StateContext, StatePart } from '../events/state'
import type { User } from '../users/repository'
import { apiEmail } from '../users/wire'
import type { Organization } from '../organization/organization'
import {
  emojiSets,
  isSettingName,
  legacyGroup,
  notificationSounds,
  settingNames,
  type LegacyGroup,
  type SettingName,
} from './catalogue'
import { newAccountSettings, settingsOf } from './repository'

/** A setting that clients find beside the others, but that belongs to the account. */
export type AccountSettingName = 'timezone' | 'email_address_visibility'

const choices = { available_notification_sounds: notificationSounds, emojiset_choices: emojiSets }

/** `user_settings`: everything, for clients that look for it there. */
const userSettings: StatePart = {
  types: ['user_settings'],
  read: (context) => ({ user_settings: { ...valuesFor(context), ...choices } }),
}

/** The settings that older clients find at the top of the answer. */
function legacyPart(group: LegacyGroup, more: (values: ViewerSettings) => object): StatePart {
  const names = settingNames.filter((name) => legacyGroup(name) === group)
  return {
    types: [group],
    read(context) {
      if (context.options.userSettingsObject) return {}
      const values = valuesFor(context)
      return { ...Object.fromEntries(names.map((name) => [name, values[name]])), ...more(values) }
    },
  }
}

const displaySettings = legacyPart('update_display_settings', ({ timezone }) => ({
  timezone,
  emojiset_choices: emojiSets,
}))

const globalNotifications = legacyPart('update_global_notifications', () => ({
  available_notification_sounds: notificationSounds,
}))

/** `realm_user_settings_defaults`: what new accounts start with. */
const organizationDefaults: StatePart = {
  types: ['realm_user_settings_defaults'],
  read: ({ organization }) => ({
    realm_user_settings_defaults: { ...newAccountSettings(organization), ...choices },
  }),
}

export const userSettingsState: readonly StatePart[] = [
  userSettings,
  displaySettings,
  globalNotifications,
  organizationDefaults,
]

type ViewerSettings = ReturnType<typeof valuesFor>

/** The viewer's settings; without an account, what a new one would have. */
function valuesFor({ organization, viewer }: StateContext) {
  if (!viewer) return { ...newAccountSettings(organization), timezone: '' }
  return {
    ...settingsOf(organization, viewer.id),
    timezone: viewer.timezone,
    email_address_visibility: viewer.emailAddressVisibility,
  }
}

/** What tells a person's clients that a setting of theirs has changed: the event, and its old form where there is one. */
export function settingChangedEvents(
  organization: Organization,
  user: User,
  name: SettingName | AccountSettingName,
  value: unknown,
): ServerEvent[] {
  const language = name === 'default_language' ? { language_name: languageName(value) } : {}
  const events: ServerEvent[] = [
    {
      type: 'user_settings',
      audience: [user.id],
      payload: () => ({ op: 'update', property: name, value, ...language }),
    },
  ]
  const legacy = legacyForm(name)
  if (legacy) {
    events.push({
      type: legacy,
      audience: [user.id],
      accepts: (queue) => !queue.options.userSettingsObject,
      payload: () => ({
        user: apiEmail(organization, user),
        [legacy === 'update_display_settings' ? 'setting_name' : 'notification_name']: name,
        setting: value,
        ...language,
      }),
    })
  }
  return events
}

function legacyForm(name: SettingName | AccountSettingName): LegacyGroup | undefined {
  if (isSettingName(name)) return legacyGroup(name)
  return name === 'timezone' ? 'update_display_settings' : undefined
}

/** A language's name in English. */
export function languageName(code: unknown): string {
  const tag = String(code).replaceAll('_', '-')
  return new Intl.DisplayNames(['en'], { type: 'language' }).of(tag) ?? tag
}

/** `realm_user_settings_defaults` `update`. */
export function defaultChangedEvent(property: string, value: unknown): ServerEvent {
  return {
    type: 'realm_user_settings_defaults',
    audience: 'everyone',
    payload: () => ({ op: 'update', property, value }),
  }
}
