// The page of custom emoji: pictures that people use as emoji.
import { Trash2 } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { call } from '../api/call'
import { sendFile } from '../api/send-file'
import { state } from '../live/state'
import { IconButton } from '../parts/icon-button'
import { shownName } from '../people/names'
import { isAdministrator, may } from '../store/permissions'
import { text } from '../texts/text'
import { FileField } from '../settings/controls/file-field'
import { ask } from '../settings/controls/form-dialog'
import { FilterField, fits, Line, List } from '../settings/controls/list'
import { Notice } from '../settings/controls/notice'
import { SaveNote, useSaving } from '../settings/controls/saving'

export function EmojiPage() {
  const [filter, setFilter] = useState('')
  const { emoji, ownUser } = state()
  const mayAdd = may(state(), 'can_add_custom_emoji_group')
  const all = Object.values(emoji)
    .filter(({ deactivated, name }) => !deactivated && fits(filter, name))
    .sort((a, b) => a.name.localeCompare(b.name))
  return (
    <>
      <p class="hint">{text('organization.emojiHint')}</p>
      {mayAdd ? <AddEmoji /> : <Notice>{text('organization.mayNotAddEmoji')}</Notice>}
      <FilterField value={filter} onInput={setFilter} label={text('organization.filterEmoji')} />
      <List
        items={all}
        keyOf={({ id }) => id}
        label={text('organization.emoji')}
        empty={text('organization.noEmoji')}
      >
        {({ name, source_url, author_id }) => (
          <Line
            lead={<img class="emoji-picture" src={source_url} alt="" />}
            title={`:${name}:`}
            note={
              author_id === null
                ? undefined
                : text('organization.addedBy', {
                    name: shownName(author_id),
                  })
            }
            actions={
              (author_id === ownUser.user_id || isAdministrator(state())) && (
                <IconButton
                  icon={Trash2}
                  label={text('settings.remove', { name: `:${name}:` })}
                  onClick={() =>
                    ask({
                      title: text('settings.remove', { name: `:${name}:` }),
                      words: text('organization.removeEmojiWords'),
                      action: text('settings.delete'),
                      run: () => call('DELETE', `/realm/emoji/${encodeURIComponent(name)}`),
                    })
                  }
                />
              )
            }
          />
        )}
      </List>
    </>
  )
}

function AddEmoji() {
  const [name, setName] = useState('')
  const [file, setFile] = useState<File>()
  const { outcome, save } = useSaving()
  const add = async (): Promise<void> => {
    if (!file || !(await save(() => sendFile(`/realm/emoji/${encodeURIComponent(name.trim())}`, file))))
      return
    setName('')
    setFile(undefined)
  }
  return (
    <>
      <form
        class="add-form"
        onSubmit={(event) => {
          event.preventDefault()
          void add()
        }}
      >
        <FileField
          label={text('organization.emojiPicture')}
          file={file}
          isRequired
          onChoose={(chosen) => {
            setFile(chosen)
            if (chosen && name === '') setName(nameOf(chosen))
          }}
        />
        <div class="field">
          <label for="emoji-name">{text('organization.emojiName')}</label>
          <input
            id="emoji-name"
            class="input"
            required
            maxLength={60}
            value={name}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
        </div>
        <button type="submit" class="button">
          {text('settings.add')}
        </button>
      </form>
      <SaveNote outcome={outcome} />
    </>
  )
}

/** A name that the file's makes: what emoji can be called. */
function nameOf(file: File): string {
  const stem = file.name.replace(/\.\w+$/, '').toLowerCase()
  return stem.replace(/[^\w-]+/g, '_')
}
