// The page of profile fields: what people are asked to say of themselves, in which order.
import { Pencil, Trash2 } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { call } from '../api/call'
import { state } from '../live/state'
import { showDialog } from '../parts/dialogs'
import { IconButton } from '../parts/icon-button'
import type { ProfileField } from '../store/profile-fields'
import { text, type TextKey } from '../texts/text'
import { useEdited } from '../parts/edited'
import { ask, Field, FormDialog, TextField } from '../settings/controls/form-dialog'
import { Line, List } from '../settings/controls/list'
import { MoveButtons, moved } from '../settings/controls/move-buttons'
import { Notice } from '../settings/controls/notice'
import { SaveNote, useSaving } from '../settings/controls/saving'
import { Select } from '../settings/controls/setting-rows'
import { dataOf, kinds, kindTitles, optionsOf } from '../settings/profile-field-kinds'
import { administratorsOnly } from './settings'

export function ProfileFieldsPage() {
  const { profileFields } = state()
  const refusal = administratorsOnly()
  const { outcome, save } = useSaving()
  const ids = profileFields.map(({ id }) => id)
  return (
    <>
      {refusal !== undefined && <Notice>{refusal}</Notice>}
      {refusal === undefined && (
        <button
          type="button"
          class="button"
          onClick={() => showDialog((close) => <FieldDialog onClose={close} />)}
        >
          {text('organization.newField')}
        </button>
      )}
      <SaveNote outcome={outcome} />
      <List
        items={profileFields}
        keyOf={({ id }) => id}
        label={text('organization.profileFields')}
        empty={text('organization.noFields')}
      >
        {(field) => (
          <Line
            title={field.name}
            note={[text(kindTitles[field.type] ?? 'settings.kindShortText'), field.hint]
              .filter(Boolean)
              .join(' · ')}
            actions={
              refusal === undefined && (
                <>
                  <MoveButtons
                    name={field.name}
                    place={ids.indexOf(field.id)}
                    count={ids.length}
                    onMove={(to) =>
                      void save(() =>
                        call('PATCH', '/realm/profile_fields', { order: moved(ids, field.id, to) }),
                      )
                    }
                  />
                  <IconButton
                    icon={Pencil}
                    label={text('settings.edit', { name: field.name })}
                    onClick={() => showDialog((close) => <FieldDialog id={field.id} onClose={close} />)}
                  />
                  <IconButton
                    icon={Trash2}
                    label={text('settings.remove', { name: field.name })}
                    onClick={() =>
                      ask({
                        title: text('settings.remove', { name: field.name }),
                        words: text('organization.removeFieldWords'),
                        action: text('settings.delete'),
                        run: () => call('DELETE', `/realm/profile_fields/${field.id}`),
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

/** An account elsewhere of which only its address is known. */
const custom = 'custom'

/** What a field says by a tick; by the names of the call. */
const ticks: readonly {
  name: 'required' | 'editable_by_user' | 'display_in_profile_summary'
  label: TextKey
}[] = [
  { name: 'required', label: 'organization.fieldRequired' },
  { name: 'editable_by_user', label: 'organization.fieldEditable' },
  { name: 'display_in_profile_summary', label: 'organization.fieldInSummary' },
]

interface Said {
  name: string
  hint: string
  required: boolean
  editable_by_user: boolean
  display_in_profile_summary: boolean
  /** What is chosen from, a line each. */
  options: string
  account: string
  /** Address of an account elsewhere. */
  pattern: string
}

function saidOf(field: ProfileField): Said {
  const { subtype = '', url_pattern = '' } = dataOf(field)
  return {
    name: field.name,
    hint: field.hint,
    required: field.required,
    editable_by_user: field.editable_by_user,
    display_in_profile_summary: field.display_in_profile_summary ?? false,
    options: optionsOf(field)
      .map(({ label }) => label)
      .join('\n'),
    account: String(subtype),
    pattern: String(url_pattern),
  }
}

function blank(): Said {
  const [account = custom] = Object.keys(state().organization.default_external_accounts)
  return {
    name: '',
    hint: '',
    required: false,
    editable_by_user: true,
    display_in_profile_summary: false,
    options: '',
    account,
    pattern: '',
  }
}

/** As the calls take it: what is said of a kind's own, all of it where any of it is other. */
function parametersOf(
  { options, account, pattern, ...rest }: Partial<Said>,
  all: Said,
  kind: number,
  field?: ProfileField,
): Readonly<Record<string, unknown>> {
  if (kind === kinds.options && options !== undefined)
    return { ...rest, field_data: optionData(field, options) }
  if (kind === kinds.externalAccount && (account ?? pattern) !== undefined)
    return {
      ...rest,
      field_data:
        all.account === custom ? { subtype: custom, url_pattern: all.pattern } : { subtype: all.account },
    }
  return rest
}

/** @param props.id of the one that is changed; else it is a new one */
function FieldDialog({ id, onClose }: { id?: number; onClose(): void }) {
  const field = state().profileFields.find((each) => each.id === id)
  const [kind, setKind] = useState<number>(field?.type ?? kinds.shortText)
  const { shown, set, send, isGone } = useEdited(field && saidOf(field), blank())
  const { name, hint, options, account, pattern } = shown
  const submit = (): Promise<unknown> =>
    id === undefined
      ? call('POST', '/realm/profile_fields', { ...parametersOf(shown, shown, kind), field_type: kind })
      : send((changes) =>
          call('PATCH', `/realm/profile_fields/${id}`, parametersOf(changes, shown, kind, field)),
        )
  return (
    <FormDialog
      title={text(id === undefined ? 'organization.newField' : 'organization.editField')}
      action={text('settings.save')}
      isGone={isGone}
      submit={submit}
      onClose={onClose}
    >
      {id === undefined && (
        <Field label={text('organization.fieldKind')}>
          {(id) => (
            <Select
              id={id}
              value={kind}
              options={Object.entries(kindTitles).map(([value, label]) => ({
                value: Number(value),
                label: text(label),
              }))}
              onChange={(each) => setKind(each)}
            />
          )}
        </Field>
      )}
      {kind === kinds.externalAccount && (
        <AccountFields
          account={account}
          pattern={pattern}
          onAccount={(each) => set({ account: each })}
          onPattern={(words) => set({ pattern: words })}
        />
      )}
      <TextField
        label={text('organization.fieldName')}
        value={name}
        maxLength={40}
        isRequired={kind !== kinds.externalAccount || account === custom}
        onInput={(words) => set({ name: words })}
      />
      <TextField
        label={text('organization.fieldHint')}
        value={hint}
        maxLength={80}
        onInput={(words) => set({ hint: words })}
      />
      {kind === kinds.options && (
        <TextField
          label={text('organization.fieldOptions')}
          hint={text('organization.fieldOptionsHint')}
          value={options}
          lines={5}
          isRequired
          onInput={(words) => set({ options: words })}
        />
      )}
      {ticks.map(({ name, label }) => (
        <label key={name} class="check">
          <input
            type="checkbox"
            checked={shown[name]}
            onChange={({ currentTarget }) => set({ [name]: currentTarget.checked })}
          />
          {text(label)}
        </label>
      ))}
    </FormDialog>
  )
}

function AccountFields(props: {
  account: string
  pattern: string
  onAccount(account: string): void
  onPattern(pattern: string): void
}) {
  const offered = Object.entries(state().organization.default_external_accounts)
  return (
    <>
      <Field label={text('organization.accountOf')}>
        {(id) => (
          <Select
            id={id}
            value={props.account}
            options={[
              ...offered.map(([value, { text: label }]) => ({ value, label })),
              { value: custom, label: text('organization.accountElse') },
            ]}
            onChange={props.onAccount}
          />
        )}
      </Field>
      {props.account === custom && (
        <TextField
          label={text('organization.accountAddress')}
          placeholder="https://example.com/%(username)s"
          value={props.pattern}
          isRequired
          onInput={props.onPattern}
        />
      )}
    </>
  )
}

/** Options by the key that people's choices are stored with: those that stay keep theirs. */
function optionData(
  field: ProfileField | undefined,
  lines: string,
): Record<string, { text: string; order: string }> {
  const before = new Map(field ? optionsOf(field).map(({ value, label }) => [label, value]) : [])
  const taken = new Set(before.values())
  let last = 0
  const newKey = (): string => {
    do last += 1
    while (taken.has(String(last)))
    return String(last)
  }
  const labels = [...new Set(lines.split('\n').map((line) => line.trim()))].filter((line) => line !== '')
  return Object.fromEntries(
    labels.map((label, index) => [before.get(label) ?? newKey(), { text: label, order: String(index + 1) }]),
  )
}
