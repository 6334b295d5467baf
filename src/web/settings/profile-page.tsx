// The page of one's profile: name, picture, time zone, and the organization's own fields.
import { call } from '../api/call'
import { state } from '../live/state'
import { isAdministrator } from '../store/permissions'
import { ownUserOf } from '../store/names'
import { text } from '../texts/text'
import { Row, Section } from './controls/row'
import { SavedText } from './controls/saved-text'
import { PictureRow } from './controls/picture-row'
import { useChange } from './controls/saving'
import { Select } from './controls/setting-rows'
import { ProfileFieldRow } from './profile-field-row'

export function ProfilePage() {
  const { ownUser, profileFields } = state()
  const own = ownUserOf(state())
  const said = own?.profile_data ?? {}
  return (
    <>
      <Section title={text('settings.aboutYou')}>
        <NameRow />
        <PictureRow
          label={text('settings.picture')}
          hint={text('settings.pictureHint', { mib: state().server.max_avatar_file_size_mib })}
          url={own?.avatar_url ?? ownUser.avatar_url}
          isOwn={ownUser.avatar_source === 'U'}
          path="/users/me/avatar"
          person={{ id: ownUser.user_id, name: own?.full_name ?? '' }}
          refusal={avatarRefusal()}
        />
        <TimezoneRow />
      </Section>
      {profileFields.length > 0 && (
        <Section title={text('settings.profileFields')}>
          {profileFields.map((field) => (
            <ProfileFieldRow
              key={field.id}
              field={field}
              value={said[field.id]?.value ?? ''}
              refusal={
                field.editable_by_user || isAdministrator(state())
                  ? undefined
                  : text('settings.fieldByAdministrators')
              }
              send={(value) => call('PATCH', '/users/me/profile_data', { data: [{ id: field.id, value }] })}
            />
          ))}
        </Section>
      )}
    </>
  )
}

function NameRow() {
  const { organization, server } = state()
  const isOff = organization.name_changes_disabled || server.server_name_changes_disabled
  return (
    <SavedText
      label={text('settings.fullName')}
      value={ownUserOf(state())?.full_name ?? ''}
      maxLength={100}
      isRequired
      refusal={isOff && !isAdministrator(state()) ? text('settings.namesAreFixed') : undefined}
      send={(full_name) => call('PATCH', '/settings', { full_name })}
    />
  )
}

function avatarRefusal(): string | undefined {
  const { organization, server } = state()
  const isOff = organization.avatar_changes_disabled || server.server_avatar_changes_disabled
  return isOff && !isAdministrator(state()) ? text('settings.picturesAreFixed') : undefined
}

function TimezoneRow() {
  const { timezone } = state().userSettings
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  const { shown, change, outcome } = useChange(timezone, (zone) =>
    call('PATCH', '/settings', { timezone: zone }),
  )
  return (
    <Row
      id="timezone"
      label={text('settings.timezone')}
      isWide
      hint={text('settings.timezoneHint')}
      outcome={outcome}
    >
      <Select
        id="timezone"
        aria-describedby="timezone-hint"
        value={shown}
        options={[
          { value: '', label: text('settings.noTimezone') },
          ...Intl.supportedValuesOf('timeZone').map((zone) => ({
            value: zone,
            label: zone.replaceAll('_', ' '),
          })),
        ]}
        onChange={(zone) => void change(zone)}
      />
      {shown !== here && (
        <button type="button" class="button plain" onClick={() => void change(here)}>
          {text('settings.timezoneHere', { zone: here.replaceAll('_', ' ') })}
        </button>
      )}
    </Row>
  )
}
