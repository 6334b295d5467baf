// Making a channel: what it is called, who sees it, who is in it from the start.
import { useState } from 'preact/hooks'
import { go } from '../../addresses/address'
import { call } from '../../api/call'
import { state } from '../../live/state'
import { useUniqueId } from '../../parts/unique-id'
import { memberIdsOf } from '../../store/membership'
import { may } from '../../store/permissions'
import { Field, FormDialog, TextField } from '../../settings/controls/form-dialog'
import { PeopleAndGroups } from '../../settings/controls/people-and-groups'
import { Select } from '../../settings/controls/setting-rows'
import { text } from '../../texts/text'
import { channelSettingsLink } from './links'
import { privacyParameters, privacyTexts, type Privacy } from './privacy'

/** What this person may make. */
function offered(): Privacy[] {
  return [
    ...(may(state(), 'can_create_public_channel_group') ? (['public'] as const) : []),
    ...(may(state(), 'can_create_private_channel_group') ? (['shared', 'protected'] as const) : []),
    ...(state().server.server_web_public_streams_enabled &&
    state().organization.enable_spectator_access &&
    may(state(), 'can_create_web_public_channel_group')
      ? (['web'] as const)
      : []),
  ]
}

export function NewChannelDialog({ onClose }: { onClose(): void }) {
  const { server, ownUser, channelFolders } = state()
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [privacy, setPrivacy] = useState<Privacy>(offered()[0] ?? 'public')
  const [folder, setFolder] = useState(0)
  const [announces, setAnnounces] = useState(true)
  const [chosen, setChosen] = useState<{ people: readonly number[]; groups: readonly number[] }>({
    people: [ownUser.user_id],
    groups: [],
  })
  const whoId = useUniqueId()
  const folders = channelFolders.filter(({ is_archived }) => !is_archived)
  const submit = async (): Promise<void> => {
    const inGroups = chosen.groups.flatMap((id) => [...memberIdsOf(state(), id)])
    const { is_private, ...more } = privacyParameters[privacy]
    const { id } = await call('POST', '/channels/create', {
      name,
      description,
      subscribers: [...new Set([...chosen.people, ...inGroups])],
      invite_only: is_private,
      ...more,
      announce: announces,
      ...(folder === 0 ? {} : { folder_id: folder }),
    })
    go(channelSettingsLink({ stream_id: Number(id), name }))
  }
  return (
    <FormDialog
      title={text('channels.new')}
      action={text('channels.create')}
      size="medium"
      submit={submit}
      onClose={onClose}
    >
      <TextField
        label={text('channels.name')}
        value={name}
        maxLength={server.max_stream_name_length}
        isRequired
        onInput={setName}
      />
      <TextField
        label={text('channels.description')}
        value={description}
        maxLength={server.max_stream_description_length}
        lines={2}
        onInput={setDescription}
      />
      <Field label={text('channels.privacy')}>
        {(id) => (
          <Select
            id={id}
            value={privacy}
            options={offered().map((value) => ({ value, label: text(privacyTexts[value]) }))}
            onChange={(next) => setPrivacy(next)}
          />
        )}
      </Field>
      {folders.length > 0 && (
        <Field label={text('channels.folder_id')}>
          {(id) => (
            <Select
              id={id}
              value={folder}
              options={[
                { value: 0, label: text('channels.noFolder') },
                ...folders.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              onChange={(next) => setFolder(next)}
            />
          )}
        </Field>
      )}
      <div class="field">
        <label for={whoId}>{text('channels.subscribers')}</label>
        <PeopleAndGroups
          id={whoId}
          among={{ people: true, groups: true, bots: true }}
          chosen={chosen}
          onChange={setChosen}
        />
      </div>
      <label class="check">
        <input
          type="checkbox"
          checked={announces}
          onChange={({ currentTarget }) => setAnnounces(currentTarget.checked)}
        />
        {text('channels.announce')}
      </label>
    </FormDialog>
  )
}
