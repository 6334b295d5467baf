// What somebody chooses for a channel that they are in: its colour, its place, what it tells them of.
import { useUniqueId } from '../../parts/unique-id'
import { call } from '../../api/call'
import { state } from '../../live/state'
import type { Subscription } from '../../store/subscriptions'
import { Row, Section } from '../../settings/controls/row'
import { useChange } from '../../settings/controls/saving'
import { SettingGroups, type Control, type SettingsOf } from '../../settings/controls/setting-rows'
import { text } from '../../texts/text'

type Name = Exclude<keyof Subscription, 'stream_id' | 'color'>

const onOff: Control = { kind: 'switch' }
const threeWays: Control = {
  kind: 'choice',
  options: { null: 'channels.asAll', true: 'channels.on', false: 'channels.off' },
}
const values: Readonly<Record<string, boolean | null>> = { null: null, true: true, false: false }

function setProperty(id: number, property: string, value: unknown): Promise<unknown> {
  return call('POST', '/users/me/subscriptions/properties', {
    subscription_data: [{ stream_id: id, property, value }],
  })
}

function settingsOf(subscription: Subscription): SettingsOf<Name> {
  return {
    label: (name) => text(`channels.${name}`),
    value: (name) => (isOnOff(name) ? subscription[name] : String(subscription[name])),
    save: (name, value) =>
      setProperty(subscription.stream_id, name, isOnOff(name) ? value : values[String(value)]),
  }
}

function isOnOff(name: Name): boolean {
  return name === 'is_muted' || name === 'pin_to_top'
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
              { setting: 'desktop_notifications', control: threeWays },
              { setting: 'audible_notifications', control: threeWays },
              { setting: 'push_notifications', control: threeWays },
              { setting: 'email_notifications', control: threeWays },
              { setting: 'wildcard_mentions_notify', control: threeWays },
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
    setProperty(subscription.stream_id, 'color', color),
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
