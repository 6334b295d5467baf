// The pages of linkifiers and playgrounds: what becomes a link by itself, and where code can be tried out.
import { Pencil, Trash2 } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { call } from '../api/call'
import { state } from '../live/state'
import { showDialog } from '../parts/dialogs'
import { IconButton } from '../parts/icon-button'
import { text } from '../texts/text'
import { EditDialog } from '../settings/controls/edit-dialog'
import { ask, FormDialog, TextField } from '../settings/controls/form-dialog'
import { Line, List } from '../settings/controls/list'
import { MoveButtons, moved } from '../settings/controls/move-buttons'
import { Notice } from '../settings/controls/notice'
import { SaveNote, useSaving } from '../settings/controls/saving'
import { administratorsOnly } from './settings'

export function LinkifiersPage() {
  const { linkifiers } = state()
  const refusal = administratorsOnly()
  const { outcome, save } = useSaving()
  const ids = linkifiers.map(({ id }) => id)
  return (
    <>
      <p class="hint">{text('organization.linkifiersHint')}</p>
      {refusal !== undefined && <Notice>{refusal}</Notice>}
      {refusal === undefined && (
        <button
          type="button"
          class="button"
          onClick={() => showDialog((close) => <LinkifierDialog onClose={close} />)}
        >
          {text('organization.newLinkifier')}
        </button>
      )}
      <SaveNote outcome={outcome} />
      <List
        items={linkifiers}
        keyOf={({ id }) => id}
        label={text('organization.linkifiers')}
        empty={text('organization.noLinkifiers')}
      >
        {(linkifier) => (
          <Line
            title={<code>{linkifier.pattern}</code>}
            note={linkifier.url_template}
            actions={
              refusal === undefined && (
                <>
                  <MoveButtons
                    name={linkifier.pattern}
                    place={ids.indexOf(linkifier.id)}
                    count={ids.length}
                    onMove={(to) =>
                      void save(() =>
                        call('PATCH', '/realm/linkifiers', {
                          ordered_linkifier_ids: moved(ids, linkifier.id, to),
                        }),
                      )
                    }
                  />
                  <IconButton
                    icon={Pencil}
                    label={text('settings.edit', { name: linkifier.pattern })}
                    onClick={() =>
                      showDialog((close) => <LinkifierDialog id={linkifier.id} onClose={close} />)
                    }
                  />
                  <IconButton
                    icon={Trash2}
                    label={text('settings.remove', { name: linkifier.pattern })}
                    onClick={() =>
                      ask({
                        title: text('settings.remove', { name: linkifier.pattern }),
                        words: text('organization.removeLinkifierWords'),
                        action: text('settings.delete'),
                        run: () => call('DELETE', `/realm/filters/${linkifier.id}`),
                      })
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
function LinkifierDialog({ id, onClose }: { id?: number; onClose(): void }) {
  return (
    <EditDialog
      id={id}
      now={state().linkifiers.find((each) => each.id === id)}
      blank={{ pattern: '', url_template: '' }}
      titles={{ new: 'organization.newLinkifier', edit: 'organization.editLinkifier' }}
      size="medium"
      create={(linkifier) => call('POST', '/realm/filters', linkifier)}
      change={(changes) => call('PATCH', `/realm/filters/${id}`, changes)}
      onClose={onClose}
    >
      {({ pattern, url_template }, set) => (
        <>
          <TextField
            label={text('organization.pattern')}
            hint={text('organization.patternHint')}
            placeholder="#(?P<id>[0-9]+)"
            value={pattern}
            isRequired
            onInput={(words) => set({ pattern: words })}
          />
          <TextField
            label={text('organization.urlTemplate')}
            hint={text('organization.linkTemplateHint')}
            placeholder="https://tracker.example/{id}"
            value={url_template}
            isRequired
            onInput={(words) => set({ url_template: words })}
          />
        </>
      )}
    </EditDialog>
  )
}

export function PlaygroundsPage() {
  const refusal = administratorsOnly()
  return (
    <>
      <p class="hint">{text('organization.playgroundsHint')}</p>
      {refusal !== undefined && <Notice>{refusal}</Notice>}
      {refusal === undefined && (
        <button
          type="button"
          class="button"
          onClick={() => showDialog((close) => <PlaygroundDialog onClose={close} />)}
        >
          {text('organization.newPlayground')}
        </button>
      )}
      <List
        items={state().playgrounds}
        keyOf={({ id }) => id}
        label={text('organization.playgrounds')}
        empty={text('organization.noPlaygrounds')}
      >
        {({ id, name, pygments_language, url_template }) => (
          <Line
            title={`${name} · ${pygments_language}`}
            note={url_template}
            actions={
              refusal === undefined && (
                <IconButton
                  icon={Trash2}
                  label={text('settings.remove', { name })}
                  onClick={() =>
                    ask({
                      title: text('settings.remove', { name }),
                      words: text('settings.removeWords'),
                      action: text('settings.delete'),
                      run: () => call('DELETE', `/realm/playgrounds/${id}`),
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

function PlaygroundDialog({ onClose }: { onClose(): void }) {
  const [name, setName] = useState('')
  const [pygments_language, setLanguage] = useState('')
  const [url_template, setTemplate] = useState('')
  return (
    <FormDialog
      title={text('organization.newPlayground')}
      action={text('settings.save')}
      submit={() => call('POST', '/realm/playgrounds', { name, pygments_language, url_template })}
      onClose={onClose}
    >
      <TextField label={text('organization.playgroundName')} value={name} isRequired onInput={setName} />
      <TextField
        label={text('organization.codeLanguage')}
        placeholder="Python"
        value={pygments_language}
        isRequired
        onInput={setLanguage}
      />
      <TextField
        label={text('organization.urlTemplate')}
        hint={text('organization.codeTemplateHint')}
        placeholder="https://play.example/?code={code}"
        value={url_template}
        isRequired
        onInput={setTemplate}
      />
    </FormDialog>
  )
}
