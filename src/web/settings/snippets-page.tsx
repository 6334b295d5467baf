// The page of saved snippets: texts that one writes again and again.
import { Pencil, Trash2 } from 'lucide-preact'
import { call } from '../api/call'
import { state } from '../live/state'
import { showDialog } from '../parts/dialogs'
import { IconButton } from '../parts/icon-button'
import { text } from '../texts/text'
import { EditDialog } from './controls/edit-dialog'
import { ask, TextField } from './controls/form-dialog'
import { Line, List } from './controls/list'

export function SnippetsPage() {
  const snippets = [...state().savedSnippets].sort((a, b) => a.title.localeCompare(b.title))
  return (
    <>
      <p class="hint">{text('settings.snippetsHint')}</p>
      <button
        type="button"
        class="button"
        onClick={() => showDialog((close) => <SnippetDialog onClose={close} />)}
      >
        {text('settings.newSnippet')}
      </button>
      <List
        items={snippets}
        keyOf={({ id }) => id}
        label={text('settings.snippets')}
        empty={text('settings.noSnippets')}
      >
        {(snippet) => (
          <Line
            title={snippet.title}
            note={<span class="clamped">{snippet.content}</span>}
            actions={
              <>
                <IconButton
                  icon={Pencil}
                  label={text('settings.edit', { name: snippet.title })}
                  onClick={() => showDialog((close) => <SnippetDialog id={snippet.id} onClose={close} />)}
                />
                <IconButton
                  icon={Trash2}
                  label={text('settings.remove', { name: snippet.title })}
                  onClick={() =>
                    ask({
                      title: text('settings.remove', { name: snippet.title }),
                      words: text('settings.removeWords'),
                      action: text('settings.delete'),
                      run: () => call('DELETE', `/saved_snippets/${snippet.id}`),
                    })
                  }
                />
              </>
            }
          />
        )}
      </List>
    </>
  )
}

/** @param props.id of the one that is changed; else it is a new one */
function SnippetDialog({ id, onClose }: { id?: number; onClose(): void }) {
  return (
    <EditDialog
      id={id}
      now={state().savedSnippets.find((each) => each.id === id)}
      blank={{ title: '', content: '' }}
      titles={{ new: 'settings.newSnippet', edit: 'settings.editSnippet' }}
      size="medium"
      create={(snippet) => call('POST', '/saved_snippets', snippet)}
      change={(changes) => call('PATCH', `/saved_snippets/${id}`, changes)}
      onClose={onClose}
    >
      {({ title, content }, set) => (
        <>
          <TextField
            label={text('settings.snippetTitle')}
            value={title}
            maxLength={60}
            isRequired
            onInput={(words) => set({ title: words })}
          />
          <TextField
            label={text('settings.snippetContent')}
            value={content}
            maxLength={state().server.max_message_length}
            lines={8}
            isRequired
            onInput={(words) => set({ content: words })}
          />
        </>
      )}
    </EditDialog>
  )
}
