// The page of saved snippets: texts that one writes again and again.
import { Pencil, Trash2 } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { call } from '../api/call'
import { state } from '../live/state'
import { showDialog } from '../parts/dialogs'
import { IconButton } from '../parts/icon-button'
import type { SavedSnippet } from '../store/saved-snippets'
import { text } from '../texts/text'
import { ask, FormDialog, TextField } from './controls/form-dialog'
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
                  onClick={() => showDialog((close) => <SnippetDialog snippet={snippet} onClose={close} />)}
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

function SnippetDialog({ snippet, onClose }: { snippet?: SavedSnippet; onClose(): void }) {
  const [title, setTitle] = useState(snippet?.title ?? '')
  const [content, setContent] = useState(snippet?.content ?? '')
  const submit = (): Promise<unknown> =>
    snippet
      ? call('PATCH', `/saved_snippets/${snippet.id}`, { title, content })
      : call('POST', '/saved_snippets', { title, content })
  return (
    <FormDialog
      title={text(snippet ? 'settings.editSnippet' : 'settings.newSnippet')}
      action={text('settings.save')}
      size="medium"
      submit={submit}
      onClose={onClose}
    >
      <TextField
        label={text('settings.snippetTitle')}
        value={title}
        maxLength={60}
        isRequired
        onInput={setTitle}
      />
      <TextField
        label={text('settings.snippetContent')}
        value={content}
        maxLength={state().server.max_message_length}
        lines={8}
        isRequired
        onInput={setContent}
      />
    </FormDialog>
  )
}
