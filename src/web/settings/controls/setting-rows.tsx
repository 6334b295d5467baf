// Pages of settings from data: each setting has a row with its control, which is saved as soon as it is changed.
import { useUniqueId } from '../../parts/unique-id'
import { text, type TextKey } from '../../texts/text'
import { ChannelSelect } from './channel-select'
import { DurationSelect } from './duration-select'
import { Row, Section } from './row'
import { useChange } from './saving'
import { SavedText } from './saved-text'

/** How a setting is changed. */
export type Control =
  | { kind: 'switch' }
  /** Values with their words; numbers stay numbers. */
  | { kind: 'choice'; options: Readonly<Record<string | number, TextKey>> }
  /** The same, where the words come from elsewhere, such as names of languages. */
  | { kind: 'list'; options(): readonly { value: string | number; label: string }[] }
  | { kind: 'number'; min: number; max: number }
  | { kind: 'text'; maxLength: number; lines?: number }
  /** Seconds, or null for no limit, which the call takes as `unlimited`. */
  | { kind: 'duration'; presets: readonly number[]; canBeUnlimited: boolean }
  /** The ID of a channel; -1 is none. */
  | { kind: 'channel'; isPrivate: boolean }

export interface SettingRow<Name extends string> {
  setting: Name
  control: Control
  hint?: TextKey
}

/** Settings that a page shows together. */
export interface SettingGroup<Name extends string> {
  title: TextKey
  hint?: TextKey
  rows: readonly SettingRow<Name>[]
}

/** Whose settings they are: one's own, the defaults of new people, or the organization's. */
export interface SettingsOf<Name extends string> {
  label(name: Name): string
  /** As the state has it: components that ask follow it. */
  value(name: Name): unknown
  save(name: Name, value: unknown): Promise<unknown>
  /** Why this person can't change it. */
  refusal?(name: Name): string | undefined
}

export function SettingGroups<Name extends string>({
  of,
  groups,
}: {
  of: SettingsOf<Name>
  groups: readonly SettingGroup<Name>[]
}) {
  return (
    <>
      {groups.map(({ title, hint, rows }) => (
        <Section key={title} title={text(title)} hint={hint && text(hint)}>
          {rows.map((row) => (
            <SettingControl key={row.setting} of={of} row={row} />
          ))}
        </Section>
      ))}
    </>
  )
}

export function SettingControl<Name extends string>({
  of,
  row: { setting, control, hint },
}: {
  of: SettingsOf<Name>
  row: SettingRow<Name>
}) {
  const words = { label: of.label(setting), hint: hint && text(hint), refusal: of.refusal?.(setting) }
  const value = of.value(setting)
  const send = (next: unknown): Promise<unknown> => of.save(setting, next)
  if (control.kind !== 'text') return <ChoiceRow {...words} control={control} value={value} send={send} />
  return (
    <SavedText
      {...words}
      value={typeof value === 'string' ? value : ''}
      maxLength={control.maxLength}
      lines={control.lines ?? 1}
      send={send}
    />
  )
}

interface ChoiceRowProps {
  label: string
  hint: string | undefined
  refusal: string | undefined
  control: Exclude<Control, { kind: 'text' }>
  value: unknown
  send(value: unknown): Promise<unknown>
}

function ChoiceRow({ control, value, send, ...words }: ChoiceRowProps) {
  const id = useUniqueId()
  const { shown, change, outcome, refuse } = useChange(value, send)
  return (
    <Row {...words} id={id} outcome={outcome}>
      <Choice
        control={control}
        id={id}
        value={shown}
        isDisabled={words.refusal !== undefined}
        hasHint={words.hint !== undefined}
        change={(next) => void change(next)}
        refuse={refuse}
      />
    </Row>
  )
}

interface ChoiceProps {
  id: string
  value: unknown
  isDisabled: boolean
  hasHint: boolean
  change(value: unknown): void
  /** What was typed is nothing that can be sent, and why. */
  refuse(message: string): void
}

function Choice({
  control,
  id,
  value,
  isDisabled,
  hasHint,
  change,
  refuse,
}: ChoiceProps & { control: Exclude<Control, { kind: 'text' }> }) {
  const common = { id, disabled: isDisabled, ...(hasHint ? { 'aria-describedby': `${id}-hint` } : {}) }
  switch (control.kind) {
    case 'switch':
      return <Switch {...common} checked={value === true} onChange={change} />
    case 'choice':
      return <Select {...common} value={value} options={worded(control.options, value)} onChange={change} />
    case 'list':
      return <Select {...common} value={value} options={control.options()} onChange={change} />
    case 'number':
      return (
        <input
          {...common}
          class="input short"
          type="number"
          min={control.min}
          max={control.max}
          required
          value={Number(value)}
          onChange={({ currentTarget }) =>
            currentTarget.checkValidity()
              ? change(currentTarget.valueAsNumber)
              : refuse(currentTarget.validationMessage)
          }
        />
      )
    case 'duration':
      return (
        <DurationSelect
          {...common}
          {...control}
          value={typeof value === 'number' ? value : null}
          onChange={(seconds) => change(seconds ?? 'unlimited')}
          onRefuse={refuse}
        />
      )
    case 'channel':
      return <ChannelSelect {...common} {...control} value={Number(value)} onChange={change} />
  }
}

function worded(
  options: Readonly<Record<string | number, TextKey>>,
  value: unknown,
): { value: string | number; label: string }[] {
  return Object.entries(options).map(([key, label]) => ({
    value: typeof value === 'number' ? Number(key) : key,
    label: text(label),
  }))
}

interface SwitchProps {
  id?: string
  checked: boolean
  disabled?: boolean
  'aria-label'?: string
  'aria-describedby'?: string
  onChange(value: boolean): void
}

export function Switch({ onChange, ...rest }: SwitchProps) {
  return (
    <input
      {...rest}
      class="switch"
      type="checkbox"
      role="switch"
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  )
}

interface SelectProps<T extends string | number> {
  id?: string
  value: unknown
  options: readonly { value: T; label: string }[]
  disabled?: boolean
  'aria-label'?: string
  'aria-describedby'?: string
  onChange(value: T): void
}

/** A value that is none of the options is shown as it is. */
export function Select<T extends string | number>({ value, options, onChange, ...rest }: SelectProps<T>) {
  const isKnown = options.some((option) => option.value === value)
  return (
    <select
      {...rest}
      class="input select"
      value={String(value)}
      onChange={({ currentTarget }) => {
        const chosen = options.find((option) => String(option.value) === currentTarget.value)
        if (chosen) onChange(chosen.value)
      }}
    >
      {!isKnown && <option value={String(value)}>{String(value)}</option>}
      {options.map((option) => (
        <option key={option.value} value={String(option.value)}>
          {option.label}
        </option>
      ))}
    </select>
  )
}
