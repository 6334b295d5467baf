// The page of the channels that new people are in from the start, and of the groups of channels that they choose from when they join.
import { Pencil, Trash2 } from 'lucide-preact'
import { call } from '../api/call'
import { state } from '../live/state'
import { showDialog } from '../parts/dialogs'
import { IconButton } from '../parts/icon-button'
import type { Channel } from '../store/channels'
import type { DefaultChannelGroup } from '../store/default-channels'
import { channelOf } from '../store/names'
import { isGuest } from '../store/permissions'
import { text } from '../texts/text'
import { EditDialog } from '../settings/controls/edit-dialog'
import { ask, Field, TextField } from '../settings/controls/form-dialog'
import { Line, List } from '../settings/controls/list'
import { Notice } from '../settings/controls/notice'
import { Section } from '../settings/controls/row'
import { SaveNote, useSaving } from '../settings/controls/saving'
import { Select } from '../settings/controls/setting-rows'
import { ChannelChooser } from './channel-chooser'
import { administratorsOnly } from './settings'

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
      {refusal !== undefined && <Notice>{refusal}</Notice>}
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
        empty={text(
          isGuest(state()) ? 'organization.defaultChannelsHidden' : 'organization.noDefaultChannels',
        )}
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
      <Groups refusal={refusal} />
    </>
  )
}

function Groups({ refusal }: { refusal: string | undefined }) {
  return (
    <Section title={text('organization.defaultGroups')} hint={text('organization.defaultGroupsHint')}>
      {refusal === undefined && (
        <button
          type="button"
          class="button"
          onClick={() => showDialog((close) => <GroupDialog onClose={close} />)}
        >
          {text('organization.newDefaultGroup')}
        </button>
      )}
      <List
        items={state().defaultChannels.realm_default_stream_groups}
        keyOf={({ id }) => id}
        label={text('organization.defaultGroups')}
        empty={text('organization.noDefaultGroups')}
      >
        {(group) => (
          <Line
            title={group.name}
            note={[group.description, channelNames(group)].filter(Boolean).join(' · ')}
            actions={refusal === undefined && <GroupActions group={group} />}
          />
        )}
      </List>
    </Section>
  )
}

/** What is said of a group. */
type Said = Pick<DefaultChannelGroup, 'name' | 'description' | 'streams'>

function channelNames({ streams }: DefaultChannelGroup): string {
  const names = streams.map((id) => channelOf(state(), id)?.name ?? text('settings.hiddenChannel'))
  return names.sort((a, b) => a.localeCompare(b)).join(', ') || text('organization.noChannels')
}

function GroupActions({ group }: { group: DefaultChannelGroup }) {
  const { id, name } = group
  return (
    <>
      <IconButton
        icon={Pencil}
        label={text('settings.edit', { name })}
        onClick={() => showDialog((close) => <GroupDialog id={id} onClose={close} />)}
      />
      <IconButton
        icon={Trash2}
        label={text('settings.remove', { name })}
        onClick={() =>
          ask({
            title: text('settings.remove', { name }),
            words: text('organization.removeDefaultGroupWords'),
            action: text('settings.delete'),
            run: () => call('DELETE', `/default_stream_groups/${id}`),
          })
        }
      />
    </>
  )
}

/** @param props.id of the one that is changed; else it is a new one */
function GroupDialog({ id, onClose }: { id?: number; onClose(): void }) {
  const group = state().defaultChannels.realm_default_stream_groups.find((each) => each.id === id)
  return (
    <EditDialog<Said>
      id={id}
      now={group}
      blank={{ name: '', description: '', streams: [] }}
      titles={{ new: 'organization.newDefaultGroup', edit: 'organization.editDefaultGroup' }}
      size="medium"
      create={({ name, description, streams }) =>
        call('POST', '/default_stream_groups/create', {
          group_name: name,
          description,
          stream_names: namesOf(streams),
        })
      }
      change={async (changes) => group && change(group, changes)}
      onClose={onClose}
    >
      {({ name, description, streams }, set) => (
        <>
          <TextField
            label={text('channels.name')}
            hint={text('organization.defaultGroupNameHint')}
            value={name}
            maxLength={60}
            isRequired
            onInput={(words) => set({ name: words })}
          />
          <TextField
            label={text('channels.description')}
            value={description}
            maxLength={1024}
            lines={2}
            onInput={(words) => set({ description: words })}
          />
          <Field label={text('organization.channels')}>
            {(fieldId) => (
              <ChannelChooser
                id={fieldId}
                chosen={streams}
                isOffered={isForGroups}
                onChange={(ids) => set({ streams: ids })}
              />
            )}
          </Field>
        </>
      )}
    </EditDialog>
  )
}

/** New people are in default channels anyway, and may not join private ones by themselves. */
function isForGroups({ stream_id, invite_only }: Channel): boolean {
  return !invite_only && !state().defaultChannels.realm_default_streams.includes(stream_id)
}

/** Each by a call of its own: one that fails has changed nothing, those before it stand and are shown. */
async function change(
  { id, streams: before }: DefaultChannelGroup,
  { name, description, streams: after = before }: Partial<Said>,
): Promise<void> {
  const said = {
    ...(name === undefined ? {} : { new_group_name: name }),
    ...(description === undefined ? {} : { new_description: description }),
  }
  const added = after.filter((each) => !before.includes(each))
  const removed = before.filter((each) => !after.includes(each))
  const path = `/default_stream_groups/${id}`
  if (Object.keys(said).length > 0) await call('PATCH', path, said)
  if (added.length > 0) await call('PATCH', `${path}/streams`, { op: 'add', stream_names: namesOf(added) })
  if (removed.length > 0)
    await call('PATCH', `${path}/streams`, { op: 'remove', stream_names: namesOf(removed) })
}

function namesOf(ids: readonly number[]): string[] {
  return ids.flatMap((id) => channelOf(state(), id)?.name ?? [])
}
