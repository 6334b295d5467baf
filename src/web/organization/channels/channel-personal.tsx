// What somebody chooses for a channel that they are in: its colour, its place, what it tells them of.
import { useUniqueId } from '../../parts/unique-id'
import { state } from '../../live/state'
import type { Subscription } from '../../store/subscriptions'
import { isOn, saveOfChannel } from '../../settings/channel-notifications'
import { Row, Section } from '../../settings/controls/row'
import { useChange } from '../../settings/controls/saving'
import { SettingGroups, type Control, type SettingsOf } from '../../settings/controls/setting-rows'
import { text } from '../../texts/text'

type Name = Exclude<keyof Subscription, 'stream_id' | 'color'>

const onOff: Control = { kind: 'switch' }

function settingsOf(subscription: Subscription): SettingsOf<Name> {
  return {
    label: (name) => text(`channels.${name}`),
    value: (name) =>
      name === 'is_muted' || name === 'pin_to_top' ? subscription[name] : isOn(subscription, name),
    save: (name, value) => saveOfChannel(subscription.stream_id, { [name]: value }),
  }
}

export function ChannelPersonal({ id }: { id: number }) {
  const subscription = state().subscriptions.get(id)
  if (!subscription) return null
  return (
    <>
      <Section title={text('channels.forYou')}>
        <ColourRow subscription={subscription} />
      </Section>
      <SettingGroups
        of={settingsOf(subscription)}
        groups={[
          {
            title: 'channels.place',
            rows: [
              { setting: 'pin_to_top', control: onOff },
              { setting: 'is_muted', control: onOff },
            ],
          },
          {
            title: 'settings.notifications',
            rows: [
              { setting: 'desktop_notifications', control: onOff },
              { setting: 'audible_notifications', control: onOff },
              { setting: 'push_notifications', control: onOff },
              { setting: 'email_notifications', control: onOff },
              { setting: 'wildcard_mentions_notify', control: onOff },
            ],
          },
        ]}
      />
    </>
  )
}

function ColourRow({ subscription }: { subscription: Subscription }) {
  const id = useUniqueId()
  const { shown, change, outcome } = useChange(subscription.color, (color) =>
    saveOfChannel(subscription.stream_id, { color }),
  )
  return (
    <Row id={id} label={text('channels.colour')} outcome={outcome}>
      <input
        id={id}
        class="colour"
        type="color"
        value={shown}
        onChange={({ currentTarget }) => void change(currentTarget.value)}
      />
    </Row>
  )
}
