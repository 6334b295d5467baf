// The page of the organization's profile: what it is called, what it is for, its pictures; its end.
import { state } from '../live/state'
import { text } from '../texts/text'
import { PictureRow } from '../settings/controls/picture-row'
import { Refused } from '../settings/controls/refused'
import { Section } from '../settings/controls/row'
import { SettingGroups } from '../settings/controls/setting-rows'
import { Closing } from './closing'
import { administratorsOnly, organizationSettings, profile } from './settings'

export function ProfilePage() {
  const { organization, server } = state()
  const refusal = administratorsOnly()
  return (
    <Refused why={refusal}>
      <SettingGroups of={organizationSettings} groups={[profile]} />
      <Section title={text('organization.pictures')}>
        <PictureRow
          label={text('organization.icon')}
          hint={text('organization.iconHint', { mib: server.max_icon_file_size_mib })}
          url={organization.icon_url}
          isOwn={organization.icon_source === 'U'}
          path="/realm/icon"
          refusal={refusal}
        />
        <PictureRow
          label={text('organization.logo')}
          hint={text('settings.pictureHint', { mib: server.max_logo_file_size_mib })}
          url={organization.logo_url}
          isOwn={organization.logo_source === 'U'}
          path="/realm/logo"
          parameters={{ night: 'false' }}
          refusal={refusal}
        />
        <PictureRow
          label={text('organization.nightLogo')}
          hint={text('settings.pictureHint', { mib: server.max_logo_file_size_mib })}
          url={organization.night_logo_url}
          isOwn={organization.night_logo_source === 'U'}
          path="/realm/logo"
          parameters={{ night: 'true' }}
          isDark
          refusal={refusal}
        />
      </Section>
      <Closing />
    </Refused>
  )
}
