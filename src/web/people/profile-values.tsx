// What somebody says of themselves in the custom profile fields, as it is shown.
import type { ComponentChildren } from 'preact'
import { state } from '../live/state'
import type { ProfileField } from '../store/profile-fields'
import { isFields, isText } from '../store/shapes'
import { language } from '../texts/text'
import { shownName } from './names'

/** A field that somebody has filled in. */
export interface FilledField {
  field: ProfileField
  value: ComponentChildren
}

/** All that they say, in the order of the fields. */
export function profileOf(userId: number): FilledField[] {
  const data = state().users.get(userId)?.profile_data ?? {}
  return state().profileFields.flatMap((field) => {
    const said = data[field.id]?.value
    return said === undefined || said === '' ? [] : [{ field, value: shown(field, said) }]
  })
}

/** What stands on their card. */
export function summaryOf(userId: number): FilledField[] {
  return profileOf(userId).filter(({ field }) => field.display_in_profile_summary === true)
}

function shown(field: ProfileField, value: string): ComponentChildren {
  if (field.type === 3) return optionOf(field, value)
  if (field.type === 4) return dateText(value)
  if (field.type === 5) return <Elsewhere address={value}>{value}</Elsewhere>
  if (field.type === 6) return peopleOf(value).map(shownName).join(', ')
  if (field.type === 7) return accountOf(field, value)
  return value
}

function optionOf({ field_data: data }: ProfileField, value: string): string {
  const option = parsed(data)?.[value]
  return isFields(option) && isText(option['text']) ? option['text'] : value
}

function peopleOf(value: string): number[] {
  const list: unknown = JSON.parse(value)
  return Array.isArray(list) ? list.filter((id) => typeof id === 'number') : []
}

function accountOf({ field_data: data }: ProfileField, value: string): ComponentChildren {
  const settings = parsed(data)
  const subtype = settings?.['subtype']
  const known = isText(subtype) ? state().organization.default_external_accounts[subtype] : undefined
  const pattern = isText(settings?.['url_pattern']) ? settings['url_pattern'] : known?.url_pattern
  if (pattern === undefined) return value
  return <Elsewhere address={pattern.replace('%(username)s', encodeURIComponent(value))}>{value}</Elsewhere>
}

/** A link that only ever leads to the web: what people fill in could be a script, too. */
function Elsewhere({ address, children }: { address: string; children: ComponentChildren }) {
  if (!/^https?:\/\//i.test(address)) return <>{children}</>
  return (
    <a href={address} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}

function dateText(value: string): string {
  const date = new Date(`${value}T12:00:00Z`)
  if (Number.isNaN(date.getTime())) return value
  return new Intl.DateTimeFormat(language.value, { dateStyle: 'long', timeZone: 'UTC' }).format(date)
}

function parsed(data: string | undefined): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(data ?? '')
    return isFields(value) ? value : undefined
  } catch {
    return undefined
  }
}
