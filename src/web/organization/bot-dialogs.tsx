// Dialogs of bots: making one, changing one, its key.
import { useState } from 'preact/hooks'
import { call } from '../api/call'
import { sendFile } from '../api/send-file'
import { state } from '../live/state'
import { showDialog } from '../parts/dialogs'
import { Skeleton } from '../parts/skeleton'
import { useUniqueId } from '../parts/unique-id'
import { isAdministrator, may } from '../store/permissions'
import { text, type TextKey } from '../texts/text'
import { CopyField } from '../settings/controls/copy-field'
import { useEdited } from '../parts/edited'
import { FileField } from '../settings/controls/file-field'
import { Field, FormDialog, TextField } from '../settings/controls/form-dialog'
import { PeopleAndGroups } from '../settings/controls/people-and-groups'
import { Select } from '../settings/controls/setting-rows'

const incoming = 2
const outgoing = 3
const embedded = 4
const types: Readonly<Record<number, TextKey>> = {
  1: 'organization.botGeneric',
  [incoming]: 'organization.botIncoming',
  [outgoing]: 'organization.botOutgoing',
  [embedded]: 'organization.botEmbedded',
}

export function botTypeText(type: number | null): string {
  const key = type === null ? undefined : types[type]
  return key ? text(key) : ''
}

export function NewBotDialog({ onClose }: { onClose(): void }) {
  const { bots } = state()
  const mayAll = may(state(), 'can_create_bots_group')
  const offered = Object.keys(types)
    .map(Number)
    .filter(
      (type) => (mayAll || type === incoming) && (type !== embedded || bots.realm_embedded_bots.length > 0),
    )
  const [type, setType] = useState(mayAll ? 1 : incoming)
  const [name, setName] = useState('')
  const [shortName, setShortName] = useState('')
  const [address, setAddress] = useState('')
  const [format, setFormat] = useState(1)
  const [service, setService] = useState(bots.realm_embedded_bots[0]?.name ?? '')
  const submit = async (): Promise<void> => {
    const { user_id } = await call('POST', '/bots', {
      bot_type: type,
      full_name: name,
      short_name: shortName,
      ...(type === outgoing ? { payload_url: address, interface_type: format } : {}),
      ...(type === embedded ? { service_name: service } : {}),
    })
    showDialog((close) => <KeyDialog id={Number(user_id)} onClose={close} />)
  }
  return (
    <FormDialog
      title={text('organization.newBot')}
      action={text('organization.makeBot')}
      submit={submit}
      onClose={onClose}
    >
      <Field label={text('organization.botType')}>
        {(id) => (
          <Select
            id={id}
            value={type}
            options={offered.map((value) => ({ value, label: botTypeText(value) }))}
            onChange={(next) => setType(next)}
          />
        )}
      </Field>
      <TextField
        label={text('settings.fullName')}
        value={name}
        maxLength={100}
        isRequired
        onInput={setName}
      />
      <TextField
        label={text('organization.botShortName')}
        hint={text('organization.botShortNameHint', { domain: state().organization.bot_domain })}
        value={shortName}
        maxLength={60}
        isRequired
        onInput={setShortName}
      />
      {type === outgoing && (
        <>
          <TextField
            label={text('organization.botAddress')}
            type="url"
            value={address}
            isRequired
            onInput={setAddress}
          />
          <FormatField value={format} onChange={setFormat} />
        </>
      )}
      {type === embedded && (
        <Field label={text('organization.botProgram')}>
          {(id) => (
            <Select
              id={id}
              value={service}
              options={bots.realm_embedded_bots.map(({ name }) => ({ value: name, label: name }))}
              onChange={(next) => setService(next)}
            />
          )}
        </Field>
      )}
    </FormDialog>
  )
}

function FormatField({ value, onChange }: { value: number; onChange(format: number): void }) {
  return (
    <Field label={text('organization.botFormat')}>
      {(id) => (
        <Select
          id={id}
          value={value}
          options={[
            { value: 1, label: text('organization.formatOwn') },
            { value: 2, label: 'Slack' },
          ]}
          onChange={onChange}
        />
      )}
    </Field>
  )
}

/** By the names of the call. */
interface ChangedBot {
  full_name: string
  bot_owner_id: number | null
  service_payload_url: string
  service_interface: number
}

export function BotDialog({ id, onClose }: { id: number; onClose(): void }) {
  const bot = state().bots.byId.get(id)
  const service = bot?.services[0]
  const { shown, set, send, isGone } = useEdited<ChangedBot>(
    bot && {
      full_name: bot.full_name,
      bot_owner_id: bot.owner_id,
      service_payload_url: service?.base_url ?? '',
      service_interface: service?.interface ?? 1,
    },
    { full_name: '', bot_owner_id: null, service_payload_url: '', service_interface: 1 },
  )
  const [picture, setPicture] = useState<File>()
  const ownerId = useUniqueId()
  const submit = async (): Promise<void> => {
    await send((changes) => call('PATCH', `/bots/${id}`, changes))
    if (picture) await sendFile(`/bots/${id}`, picture, {}, 'PATCH')
  }
  return (
    <FormDialog
      title={text('organization.editBot')}
      isGone={isGone}
      isReady={shown.bot_owner_id !== null || bot?.owner_id === null}
      action={text('settings.save')}
      submit={submit}
      onClose={onClose}
    >
      <TextField
        label={text('settings.fullName')}
        value={shown.full_name}
        maxLength={100}
        isRequired
        onInput={(words) => set({ full_name: words })}
      />
      <FileField label={text('settings.picture')} file={picture} onChoose={setPicture} />
      {bot?.bot_type === outgoing && (
        <>
          <TextField
            label={text('organization.botAddress')}
            type="url"
            value={shown.service_payload_url}
            isRequired
            onInput={(words) => set({ service_payload_url: words })}
          />
          <FormatField
            value={shown.service_interface}
            onChange={(format) => set({ service_interface: format })}
          />
        </>
      )}
      {(isAdministrator(state()) || bot?.owner_id === state().ownUser.user_id) && (
        <div class="field">
          <label for={ownerId}>{text('organization.botOwner')}</label>
          <PeopleAndGroups
            id={ownerId}
            among={{ people: true, groups: false }}
            chosen={{ people: shown.bot_owner_id === null ? [] : [shown.bot_owner_id], groups: [] }}
            onChange={({ people }) => set({ bot_owner_id: people.at(-1) ?? null })}
          />
        </div>
      )}
    </FormDialog>
  )
}

/** What a program of the bot is given. */
export function KeyDialog({
  id,
  apiKey,
  onClose,
}: {
  id: number
  /** A new one, of which no event has told yet; the present one, if not given. */
  apiKey?: string
  onClose(): void
}) {
  const bot = state().bots.byId.get(id)
  const token = bot?.services[0]?.token
  return (
    <FormDialog
      title={text('organization.showBotKey')}
      action={text('settings.done')}
      submit={async () => undefined}
      onClose={onClose}
    >
      {/* Of a new bot, an event tells a moment later. */}
      {bot ? (
        <>
          <CopyField label={text('settings.keyAddress')} value={bot.email} />
          <CopyField label={text('settings.apiKey')} value={apiKey ?? bot.api_key ?? ''} />
        </>
      ) : (
        <Skeleton rows={2} label={text('shell.loading')} />
      )}
      {token !== undefined && <CopyField label={text('organization.webhookToken')} value={token} />}
    </FormDialog>
  )
}
