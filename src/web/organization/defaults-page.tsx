// The page of what new people start with: their settings, and the channels they are in.
import { Trash2 } from 'lucide-preact'
import { call } from '../api/call'
import { state } from '../live/state'
import { IconButton } from '../parts/icon-button'
import { channelOf } from '../store/names'
import { text } from '../texts/text'
import { Line, List } from '../settings/controls/list'
import { Section } from '../settings/controls/row'
import { SaveNote, useSaving } from '../settings/controls/saving'
import { Select, SettingGroups, type SettingsOf } from '../settings/controls/setting-rows'
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
    <>
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
    </>
  )
}

export function DefaultChannelsPage() {
  const { defaultChannels, channels } = state()
  const refusal = administratorsOnly()
  const { outcome, save } = useSaving()
  const ids = defaultChannels.realm_default_streams
  const others = [...channels.values()]
    .filter(
      ({ stream_id, is_archived, invite_only }) => !is_archived && !invite_only && !ids.includes(stream_id),
    )
    .sort((a, b) => a.name.localeCompare(b.name))
  return (
    <>
      <p class="hint">{text('organization.defaultChannelsHint')}</p>
      {refusal === undefined && (
        <Select
          aria-label={text('settings.addChannel')}
          value={0}
          options={[
            { value: 0, label: text('settings.addChannel') },
            ...others.map(({ stream_id, name }) => ({ value: stream_id, label: name })),
          ]}
          onChange={(stream_id) =>
            stream_id !== 0 && void save(() => call('POST', '/default_streams', { stream_id }))
          }
        />
      )}
      <SaveNote outcome={outcome} />
      <List
        items={ids}
        keyOf={(id) => id}
        label={text('organization.defaultChannels')}
        empty={text('organization.noDefaultChannels')}
      >
        {(id) => {
          const name = channelOf(state(), id)?.name ?? text('settings.hiddenChannel')
          return (
            <Line
              title={name}
              note={channelOf(state(), id)?.description}
              actions={
                refusal === undefined && (
                  <IconButton
                    icon={Trash2}
                    label={text('settings.remove', { name })}
                    onClick={() => void save(() => call('DELETE', '/default_streams', { stream_id: id }))}
                  />
                )
              }
            />
          )
        }}
      </List>
    </>
  )
}
