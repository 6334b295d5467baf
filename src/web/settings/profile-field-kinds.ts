// The kinds of profile fields, and what a field has to choose from (contract 2.4).
import { isFields } from '../store/shapes'
import type { ProfileField } from '../store/profile-fields'
import type { TextKey } from '../texts/text'

export const kinds = {
  shortText: 1,
  longText: 2,
  options: 3,
  date: 4,
  link: 5,
  people: 6,
  externalAccount: 7,
  pronouns: 8,
} as const

export const kindTitles: Readonly<Record<number, TextKey>> = {
  [kinds.shortText]: 'settings.kindShortText',
  [kinds.longText]: 'settings.kindLongText',
  [kinds.options]: 'settings.kindOptions',
  [kinds.date]: 'settings.kindDate',
  [kinds.link]: 'settings.kindLink',
  [kinds.people]: 'settings.kindPeople',
  [kinds.externalAccount]: 'settings.kindExternalAccount',
  [kinds.pronouns]: 'settings.kindPronouns',
}

/** The field's data, parsed; empty where it has none. */
export function dataOf({ field_data = '' }: ProfileField): Readonly<Record<string, unknown>> {
  const data: unknown = field_data === '' ? {} : JSON.parse(field_data)
  return isFields(data) ? data : {}
}

/** The options of a list, in their order. */
export function optionsOf(field: ProfileField): { value: string; label: string }[] {
  return Object.entries(dataOf(field))
    .flatMap(([value, option]) =>
      isFields(option) ? [{ value, label: String(option['text']), order: Number(option['order']) }] : [],
    )
    .sort((a, b) => a.order - b.order)
    .map(({ value, label }) => ({ value, label }))
}
