// The page of the settings that new people start with.
import { call } from '../api/call'
import { state } from '../live/state'
import { text } from '../texts/text'
import { Refused } from '../settings/controls/refused'
import { Section } from '../settings/controls/row'
import { SettingGroups, type SettingsOf } from '../settings/controls/setting-rows'
import { NotificationTable } from '../settings/notifications-page'
import * as groups from '../settings/preferences'
import { administratorsOnly } from './settings'

const save = (name: string, value: unknown): Promise<unknown> =>
  call('PATCH', '/realm/user_settings_defaults', { [name]: value })

const defaults: SettingsOf<groups.PreferenceName> = {
  label: groups.ownSettings.label,
  value: (name) => Reflect.get(state().userSettingsDefaults, name),
  save,
  refusal: administratorsOnly,
}

export function DefaultsPage() {
  return (
    <Refused why={administratorsOnly()}>
      <p class="hint">{text('organization.defaultsHint')}</p>
      <Section title={text('settings.whatAndHow')}>
        <NotificationTable
          value={(name) => Reflect.get(state().userSettingsDefaults, name) === true}
          save={save}
          refusal={administratorsOnly()}
        />
      </Section>
      <SettingGroups
        of={defaults}
        groups={[
          groups.appearance,
          groups.timeFormat,
          groups.navigation,
          groups.reading,
          groups.writing,
          groups.topics,
          groups.privacy,
          groups.desktop,
          groups.phones,
          groups.mails,
        ]}
      />
    </Refused>
  )
}
