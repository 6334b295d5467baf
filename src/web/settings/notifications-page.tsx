// The page of notifications: what is told of which messages, by which way; what single channels have instead; a try.
import { Bell, RotateCcw, Smartphone, Volume2 } from 'lucide-preact'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { call } from '../api/call'
import { state } from '../live/state'
import { subscribeToPushes } from '../notifying/pushes'
import { playSound } from '../notifying/sound'
import { worker } from '../notifying/worker'
import { IconButton } from '../parts/icon-button'
import { channelOf } from '../store/names'
import type { UserSettings } from '../store/user-settings'
import { useUniqueId } from '../parts/unique-id'
import { text, type TextKey } from '../texts/text'
import { isChosen, isOn, saveOfChannel, type ChannelNotification } from './channel-notifications'
import { Section } from './controls/row'
import { SaveNote, useChosen, useSaving, type Saving } from './controls/saving'
import { Select, SettingGroups } from './controls/setting-rows'
import { desktop, loginMails, mails, ownSettings, phones } from './preferences'

type Flag = {
  [Name in keyof UserSettings]: UserSettings[Name] extends boolean ? Name : never
}[keyof UserSettings]

/** The ways by which people are told, in the order of the columns; and what a channel says of each. */
const ways: readonly { label: TextKey; ofChannel: ChannelNotification }[] = [
  { label: 'settings.wayDesktop', ofChannel: 'desktop_notifications' },
  { label: 'settings.waySound', ofChannel: 'audible_notifications' },
  { label: 'settings.wayPhone', ofChannel: 'push_notifications' },
  { label: 'settings.wayMail', ofChannel: 'email_notifications' },
  { label: 'settings.wayWildcards', ofChannel: 'wildcard_mentions_notify' },
]

/** What is told of, with the setting for each of the ways; undefined where there is none. */
export const notificationRows: readonly { label: TextKey; settings: readonly (Flag | undefined)[] }[] = [
  {
    label: 'settings.ofDirect',
    settings: [
      'enable_desktop_notifications',
      'enable_sounds',
      'enable_offline_push_notifications',
      'enable_offline_email_notifications',
      undefined,
    ],
  },
  {
    label: 'settings.ofFollowed',
    settings: [
      'enable_followed_topic_desktop_notifications',
      'enable_followed_topic_audible_notifications',
      'enable_followed_topic_push_notifications',
      'enable_followed_topic_email_notifications',
      'enable_followed_topic_wildcard_mentions_notify',
    ],
  },
  {
    label: 'settings.ofChannels',
    settings: [
      'enable_stream_desktop_notifications',
      'enable_stream_audible_notifications',
      'enable_stream_push_notifications',
      'enable_stream_email_notifications',
      'wildcard_mentions_notify',
    ],
  },
]

/** What a setting of the table is called: its row and its column. */
export function notificationName(setting: string): string | undefined {
  for (const { label, settings } of notificationRows) {
    const column = settings.findIndex((each) => each === setting)
    const way = ways[column]
    if (way) return `${text(label)}: ${text(way.label)}`
  }
  return undefined
}

export function NotificationsPage() {
  return (
    <>
      <Trial />
      <Section title={text('settings.whatAndHow')}>
        <NotificationTable
          value={(name) => state().userSettings[name]}
          save={(name, value) => call('PATCH', '/settings', { [name]: value })}
        />
      </Section>
      <ChannelOverrides />
      <SettingGroups of={ownSettings} groups={[desktop, phones, mails, loginMails]} />
    </>
  )
}

/** Of one's own settings, or of the defaults of new people. */
export function NotificationTable({
  value,
  save,
  refusal,
}: {
  value(name: Flag): boolean
  save(name: Flag, value: boolean): Promise<unknown>
  refusal?: string | undefined
}) {
  return (
    <Table>
      {notificationRows.map(({ label, settings }) => (
        <TableRow
          key={label}
          title={text(label)}
          cells={settings.map((name) => name && { name, isOn: value(name) })}
          isDisabled={refusal !== undefined}
          save={save}
        />
      ))}
    </Table>
  )
}

function Table({ children }: { children: ComponentChildren }) {
  return (
    <div class="table-box" tabIndex={0} role="group" aria-label={text('settings.whatAndHow')}>
      <table class="ways">
        <thead>
          <tr>
            <th scope="col">{text('settings.messagesWhere')}</th>
            {ways.map(({ label }) => (
              <th key={label} scope="col">
                {text(label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

interface TableRowProps<Name> {
  title: string
  /** Undefined where there is nothing to choose. */
  cells: readonly ({ name: Name; isOn: boolean } | undefined)[]
  isDisabled?: boolean
  save(name: Name, value: boolean): Promise<unknown>
  /** Gives up what the row has of its own. */
  reset?: () => Promise<unknown>
}

function TableRow<Name extends string>({
  title,
  cells,
  isDisabled = false,
  save,
  reset,
}: TableRowProps<Name>) {
  const id = useUniqueId()
  const saving = useSaving()
  return (
    <tr>
      <th scope="row" id={id}>
        {title}
        {reset && (
          <IconButton
            icon={RotateCcw}
            size={15}
            label={text('settings.asAllChannels', { name: title })}
            onClick={() => void saving.save(reset)}
          />
        )}
        <SaveNote outcome={saving.outcome} />
      </th>
      {ways.map(({ label }, index) => {
        const cell = cells[index]
        return (
          <td key={label}>
            {cell && (
              <WayBox
                label={`${title}: ${text(label)}`}
                isOn={cell.isOn}
                isDisabled={isDisabled}
                saving={saving}
                save={(isOn) => save(cell.name, isOn)}
              />
            )}
          </td>
        )
      })}
    </tr>
  )
}

interface WayBoxProps {
  label: string
  isOn: boolean
  isDisabled: boolean
  /** Of its row. */
  saving: Saving
  save(isOn: boolean): Promise<unknown>
}

function WayBox({ label, isOn, isDisabled, saving, save }: WayBoxProps) {
  const { shown, change } = useChosen(isOn, save, saving)
  return (
    // All of the cell can be pressed.
    <label>
      <input
        type="checkbox"
        checked={shown}
        disabled={isDisabled}
        aria-label={label}
        onChange={({ currentTarget }) => void change(currentTarget.checked)}
      />
    </label>
  )
}

function ChannelOverrides() {
  const [added, setAdded] = useState<readonly number[]>([])
  const all = [...state().subscriptions.values()]
    .map((subscription) => ({ subscription, name: channelOf(state(), subscription.stream_id)?.name ?? '' }))
    .sort((a, b) => a.name.localeCompare(b.name))
  const shown = all.filter(
    ({ subscription }) =>
      ways.some(({ ofChannel }) => isChosen(subscription, ofChannel)) ||
      added.includes(subscription.stream_id),
  )
  const others = all.filter((each) => !shown.includes(each))
  return (
    <Section title={text('settings.channelsApart')} hint={text('settings.channelsApartHint')}>
      {shown.length > 0 && (
        <Table>
          {shown.map(({ subscription, name }) => (
            <TableRow
              key={subscription.stream_id}
              title={name}
              cells={ways.map(({ ofChannel }) => ({ name: ofChannel, isOn: isOn(subscription, ofChannel) }))}
              save={(way, value) => saveOfChannel(subscription.stream_id, { [way]: value })}
              reset={() => {
                setAdded(added.filter((id) => id !== subscription.stream_id))
                const chosen = ways.filter(({ ofChannel }) => isChosen(subscription, ofChannel))
                const changes = chosen.map(({ ofChannel }) => [ofChannel, null])
                return saveOfChannel(subscription.stream_id, Object.fromEntries(changes))
              }}
            />
          ))}
        </Table>
      )}
      {others.length > 0 && (
        <Select
          aria-label={text('settings.addChannel')}
          value={0}
          options={[
            { value: 0, label: text('settings.addChannel') },
            ...others.map(({ subscription, name }) => ({ value: subscription.stream_id, label: name })),
          ]}
          onChange={(id) => id !== 0 && setAdded([...added, id])}
        />
      )}
    </Section>
  )
}

/** Shows a notification as there will be, and asks the browser for leave to. */
function Trial() {
  const here = useSaving()
  const phones = useSaving()
  const [isRefused, setRefused] = useState(
    typeof Notification !== 'undefined' && Notification.permission === 'denied',
  )
  const tryOne = async (): Promise<void> => {
    const answer = await Notification.requestPermission()
    setRefused(answer === 'denied')
    if (answer !== 'granted') return here.refuse(text('settings.notHere'))
    void subscribeToPushes()
    const { name, icon_url } = state().organization
    // By the worker, as those that tell of messages: phones show no others.
    const registration = await worker()
    if (!registration) return here.refuse(text('settings.notHere'))
    const shown = { body: text('settings.trialWords'), icon: icon_url, tag: 'trial' }
    await here.save(() => registration.showNotification(name, shown))
  }
  return (
    <Section title={text('settings.trial')} hint={isRefused ? text('settings.refusedByBrowser') : undefined}>
      <div class="buttons">
        {typeof Notification !== 'undefined' && (
          <button type="button" class="button plain" onClick={() => void tryOne()}>
            <Bell size={16} aria-hidden="true" />
            {text('settings.tryHere')}
          </button>
        )}
        <button
          type="button"
          class="button plain"
          onClick={() => void phones.save(() => call('POST', '/mobile_push/test_notification'))}
        >
          <Smartphone size={16} aria-hidden="true" />
          {text('settings.tryPhones')}
        </button>
        <button
          type="button"
          class="button plain"
          onClick={() => playSound(state().userSettings.notification_sound)}
        >
          <Volume2 size={16} aria-hidden="true" />
          {text('settings.playSound')}
        </button>
      </div>
      <SaveNote outcome={here.outcome} done={text('settings.notificationShown')} />
      <SaveNote outcome={phones.outcome} done={text('settings.sent')} />
    </Section>
  )
}
