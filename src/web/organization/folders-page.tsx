// The page of channel folders: what channels are grouped by, in which order.
import { Archive, ArchiveRestore, Folder, Pencil } from 'lucide-preact'
import { call } from '../api/call'
import { state } from '../live/state'
import { showDialog } from '../parts/dialogs'
import { IconButton } from '../parts/icon-button'
import { text } from '../texts/text'
import { EditDialog } from '../settings/controls/edit-dialog'
import { TextField } from '../settings/controls/form-dialog'
import { Line, List } from '../settings/controls/list'
import { MoveButtons, moved } from '../settings/controls/move-buttons'
import { Notice } from '../settings/controls/notice'
import { SaveNote, useSaving } from '../settings/controls/saving'
import { administratorsOnly } from './settings'

export function FoldersPage() {
  const { channelFolders, channels } = state()
  const refusal = administratorsOnly()
  const { outcome, save } = useSaving()
  const ids = channelFolders.map(({ id }) => id)
  const counts = new Map<number, number>()
  for (const { folder_id, is_archived } of channels.values())
    if (folder_id !== null && !is_archived) counts.set(folder_id, (counts.get(folder_id) ?? 0) + 1)
  return (
    <>
      <p class="hint">{text('organization.foldersHint')}</p>
      {refusal !== undefined && <Notice>{refusal}</Notice>}
      {refusal === undefined && (
        <button
          type="button"
          class="button"
          onClick={() => showDialog((close) => <FolderDialog onClose={close} />)}
        >
          {text('organization.newFolder')}
        </button>
      )}
      <SaveNote outcome={outcome} />
      <List
        items={channelFolders}
        keyOf={({ id }) => id}
        label={text('organization.folders')}
        empty={text('organization.noFolders')}
      >
        {(folder) => (
          <Line
            icon={folder.is_archived ? Archive : Folder}
            title={folder.name}
            note={[
              text('organization.channelCount', { count: counts.get(folder.id) ?? 0 }),
              folder.is_archived ? text('organization.folderArchived') : folder.description,
            ]
              .filter(Boolean)
              .join(' · ')}
            actions={
              refusal === undefined && (
                <>
                  <MoveButtons
                    name={folder.name}
                    place={ids.indexOf(folder.id)}
                    count={ids.length}
                    onMove={(to) =>
                      void save(() => call('PATCH', '/channel_folders', { order: moved(ids, folder.id, to) }))
                    }
                  />
                  <IconButton
                    icon={Pencil}
                    label={text('settings.edit', { name: folder.name })}
                    onClick={() => showDialog((close) => <FolderDialog id={folder.id} onClose={close} />)}
                  />
                  <IconButton
                    icon={folder.is_archived ? ArchiveRestore : Archive}
                    label={text(
                      folder.is_archived ? 'organization.unarchiveName' : 'organization.archiveName',
                      {
                        name: folder.name,
                      },
                    )}
                    onClick={() =>
                      void save(() =>
                        call('PATCH', `/channel_folders/${folder.id}`, { is_archived: !folder.is_archived }),
                      )
                    }
                  />
                </>
              )
            }
          />
        )}
      </List>
    </>
  )
}

/** @param props.id of the one that is changed; else it is a new one */
function FolderDialog({ id, onClose }: { id?: number; onClose(): void }) {
  const { server, channelFolders } = state()
  return (
    <EditDialog
      id={id}
      now={channelFolders.find((each) => each.id === id)}
      blank={{ name: '', description: '' }}
      titles={{ new: 'organization.newFolder', edit: 'organization.editFolder' }}
      create={(folder) => call('POST', '/channel_folders/create', folder)}
      change={(changes) => call('PATCH', `/channel_folders/${id}`, changes)}
      onClose={onClose}
    >
      {({ name, description }, set) => (
        <>
          <TextField
            label={text('channels.name')}
            value={name}
            maxLength={server.max_channel_folder_name_length}
            isRequired
            onInput={(words) => set({ name: words })}
          />
          <TextField
            label={text('channels.description')}
            value={description}
            maxLength={server.max_channel_folder_description_length}
            lines={2}
            onInput={(words) => set({ description: words })}
          />
        </>
      )}
    </EditDialog>
  )
}
