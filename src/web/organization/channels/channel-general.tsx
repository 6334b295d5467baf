// What a channel is: name, description, who sees it, its folder, its rules; its address for mail; its end.
import { call } from '../../api/call'
import { state } from '../../live/state'
import { showDialog } from '../../parts/dialogs'
import type { Channel } from '../../store/channels'
import { isAdministrator, isOwner, may, mayInChannel } from '../../store/permissions'
import { CopyField } from '../../settings/controls/copy-field'
import { ask, FormDialog } from '../../settings/controls/form-dialog'
import { Refused } from '../../settings/controls/refused'
import { Section } from '../../settings/controls/row'
import { SavedText } from '../../settings/controls/saved-text'
import { useSaving, SaveNote } from '../../settings/controls/saving'
import { SettingControl, type Control, type SettingsOf } from '../../settings/controls/setting-rows'
import { text } from '../../texts/text'
import { privacyOf, privacyParameters, privacyTexts, type Privacy } from './privacy'

type Name = 'privacy' | 'folder_id' | 'topics_policy' | 'message_retention_days' | 'is_default_stream'

/** Why this person can't change the channel; undefined if they can. */
export function channelRefusal(channel: Channel): string | undefined {
  if (channel.is_archived) return text('channels.isArchived')
  return mayInChannel(state(), channel, 'can_administer_channel_group')
    ? undefined
    : text('channels.administratorsOnly')
}

export function ChannelGeneral({ channel }: { channel: Channel }) {
  const { stream_id: id, name, description } = channel
  const { server } = state()
  const refusal = channelRefusal(channel)
  const change = (changes: Readonly<Record<string, unknown>>): Promise<unknown> =>
    call('PATCH', `/streams/${id}`, changes)
  return (
    <Refused why={refusal}>
      <Section title={text('channels.about')}>
        <SavedText
          label={text('channels.name')}
          value={name}
          maxLength={server.max_stream_name_length}
          isRequired
          refusal={refusal}
          send={(new_name) => change({ new_name })}
        />
        <SavedText
          label={text('channels.description')}
          value={description}
          maxLength={server.max_stream_description_length}
          lines={3}
          refusal={refusal}
          send={(words) => change({ description: words })}
        />
      </Section>
      <Section title={text('channels.rules')}>
        {rows().map(({ setting, control }) => (
          <SettingControl
            key={setting}
            of={settingsOf(channel, refusal, change)}
            row={{ setting, control }}
          />
        ))}
      </Section>
      <MailAddress id={id} />
      <Ending channel={channel} />
    </Refused>
  )
}

function settingsOf(
  channel: Channel,
  refusal: string | undefined,
  change: (changes: Readonly<Record<string, unknown>>) => Promise<unknown>,
): SettingsOf<Name> {
  const values: Readonly<Record<Name, unknown>> = {
    privacy: privacyOf(channel),
    folder_id: channel.folder_id ?? 0,
    topics_policy: channel.topics_policy,
    message_retention_days: channel.message_retention_days ?? 0,
    is_default_stream: state().defaultChannels.realm_default_streams.includes(channel.stream_id),
  }
  return {
    label: (name) => text(`channels.${name}`),
    value: (name) => values[name],
    save(name, value) {
      if (name === 'privacy') return change(privacyParameters[isPrivacy(value) ? value : 'public'])
      if (name === 'folder_id') return change({ folder_id: value === 0 ? null : value })
      if (name === 'message_retention_days')
        return change({ [name]: value === 0 ? 'realm_default' : value === -1 ? 'unlimited' : value })
      return change({ [name]: value })
    },
    refusal(name) {
      if (refusal !== undefined) return refusal
      if (name === 'message_retention_days' && !isOwner(state())) return text('organization.ownersOnly')
      if (name === 'is_default_stream' && !isAdministrator(state()))
        return text('organization.administratorsOnly')
      const mayTopics = name !== 'topics_policy' || may(state(), 'can_set_topics_policy_group')
      return mayTopics ? undefined : text('channels.topicsPolicyRefused')
    },
  }
}

function isPrivacy(value: unknown): value is Privacy {
  return typeof value === 'string' && Object.hasOwn(privacyTexts, value)
}

function rows(): readonly { setting: Name; control: Control }[] {
  return [
    {
      setting: 'privacy',
      control: {
        kind: 'list',
        options: () => Object.entries(privacyTexts).map(([value, label]) => ({ value, label: text(label) })),
      },
    },
    {
      setting: 'folder_id',
      control: {
        kind: 'list',
        options: () => [
          { value: 0, label: text('channels.noFolder') },
          ...state()
            .channelFolders.filter(({ is_archived }) => !is_archived)
            .map(({ id, name }) => ({ value: id, label: name })),
        ],
      },
    },
    {
      setting: 'topics_policy',
      control: {
        kind: 'choice',
        options: {
          inherit: 'channels.topicsInherit',
          allow_empty_topic: 'organization.emptyTopicAllowed',
          disable_empty_topic: 'organization.emptyTopicRefused',
          empty_topic_only: 'channels.topicsNone',
        },
      },
    },
    {
      setting: 'message_retention_days',
      control: {
        kind: 'choice',
        options: {
          0: 'channels.topicsInherit',
          [-1]: 'organization.keptForEver',
          30: 'organization.kept30',
          90: 'organization.kept90',
          365: 'organization.kept365',
          1095: 'organization.kept1095',
        },
      },
    },
    { setting: 'is_default_stream', control: { kind: 'switch' } },
  ]
}

/** Mails to it become messages. */
function MailAddress({ id }: { id: number }) {
  const { outcome, save } = useSaving()
  const show = async (): Promise<void> => {
    const { email } = await call('GET', `/streams/${id}/email_address`)
    showDialog((close) => (
      <FormDialog
        title={text('channels.mailAddress')}
        action={text('settings.done')}
        submit={async () => undefined}
        onClose={close}
      >
        <p>{text('channels.mailAddressHint')}</p>
        <CopyField label={text('channels.mailAddress')} value={String(email)} />
      </FormDialog>
    ))
  }
  return (
    <Section title={text('channels.mailAddress')} hint={text('channels.mailAddressHint')}>
      <button type="button" class="button plain" onClick={() => void save(show)}>
        {text('channels.showMailAddress')}
      </button>
      {outcome?.kind === 'refused' && <SaveNote outcome={outcome} />}
    </Section>
  )
}

function Ending({ channel }: { channel: Channel }) {
  const { outcome, save } = useSaving()
  const { stream_id: id, name, is_archived } = channel
  if (!mayInChannel(state(), channel, 'can_administer_channel_group')) return null
  if (is_archived)
    return (
      <Section title={text('channels.unarchive')}>
        <button
          type="button"
          class="button"
          onClick={() => void save(() => call('PATCH', `/streams/${id}`, { is_archived: false }))}
        >
          {text('channels.unarchive')}
        </button>
        <SaveNote outcome={outcome} />
      </Section>
    )
  return (
    <Section title={text('channels.archive')} hint={text('channels.archiveHint')}>
      <button
        type="button"
        class="button danger"
        onClick={() =>
          ask({
            title: text('channels.archiveName', { name }),
            words: text('channels.archiveHint'),
            action: text('channels.archive'),
            run: () => call('DELETE', `/streams/${id}`),
          })
        }
      >
        {text('channels.archive')}
      </button>
    </Section>
  )
}
