// One of the organization's profile fields, filled in: by the field's kind (contract 2.4).
import type { ProfileField } from '../store/profile-fields'
import { useUniqueId } from '../parts/unique-id'
import { text } from '../texts/text'
import { PeopleAndGroups } from './controls/people-and-groups'
import { Row } from './controls/row'
import { SavedText } from './controls/saved-text'
import { useChange } from './controls/saving'
import { Select } from './controls/setting-rows'
import { kinds, optionsOf } from './profile-field-kinds'

interface Props {
  field: ProfileField
  /** As it is stored; empty if nothing is said. */
  value: string
  refusal: string | undefined
  /** Saves it; people as a list of IDs. */
  send(value: unknown): Promise<unknown>
}

/** In characters. */
const maxLengths: Readonly<Record<number, number>> = { [kinds.longText]: 500, [kinds.link]: 2000 }

export function ProfileFieldRow({ field, value, refusal, send }: Props) {
  const label = field.required ? text('settings.requiredField', { name: field.name }) : field.name
  const words = { label, hint: field.hint || undefined, refusal, value }
  if (field.type === kinds.options) return <OptionsRow {...words} field={field} send={send} />
  if (field.type === kinds.people) return <PeopleRow {...words} send={send} />
  return (
    <SavedText
      {...words}
      type={field.type === kinds.date ? 'date' : field.type === kinds.link ? 'url' : 'text'}
      lines={field.type === kinds.longText ? 4 : 1}
      maxLength={maxLengths[field.type] ?? 50}
      send={send}
    />
  )
}

interface RowProps extends Omit<Props, 'field'> {
  label: string
  hint: string | undefined
}

function OptionsRow({ field, value, send, ...words }: RowProps & { field: ProfileField }) {
  const id = useUniqueId()
  const { shown, change, outcome } = useChange(value, send)
  return (
    <Row {...words} id={id} outcome={outcome}>
      <Select
        id={id}
        value={shown}
        disabled={words.refusal !== undefined}
        options={[{ value: '', label: text('settings.nothingChosen') }, ...optionsOf(field)]}
        onChange={(option) => void change(option)}
      />
    </Row>
  )
}

function PeopleRow({ value, send, ...words }: RowProps) {
  const id = useUniqueId()
  const { shown, change, outcome } = useChange(value, (ids) => send(ids === '' ? '' : JSON.parse(ids)))
  return (
    <Row {...words} id={id} outcome={outcome} isWide>
      <PeopleAndGroups
        id={id}
        disabled={words.refusal !== undefined}
        among={{ people: true, groups: false }}
        chosen={{ people: peopleIn(shown), groups: [] }}
        onChange={({ people }) => void change(people.length === 0 ? '' : JSON.stringify(people))}
      />
    </Row>
  )
}

function peopleIn(value: string): number[] {
  if (value === '') return []
  const ids: unknown = JSON.parse(value)
  return Array.isArray(ids) ? ids.filter((id: unknown) => typeof id === 'number') : []
}
