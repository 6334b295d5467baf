// Custom profile fields: what people are asked to say of themselves (contract 2.4). What they say is in `users`.
import type { ServerEvent } from './events'
import { kept } from './records'
import { isBoolean, isNumber, isText, listOf, optional, shape, type Checked, type Fields } from './shapes'

const isProfileField = shape({
  id: isNumber,
  type: isNumber,
  order: isNumber,
  name: isText,
  hint: isText,
  field_data: optional(isText),
  required: isBoolean,
  editable_by_user: isBoolean,
  display_in_profile_summary: optional(isBoolean),
})
export type ProfileField = Checked<typeof isProfileField>

/** In their order. */
export type ProfileFields = readonly ProfileField[]

export function profileFieldsFrom(register: Fields): ProfileFields {
  return listOf(isProfileField, register['custom_profile_fields'])
}

/** `custom_profile_fields`: all that there are now. */
export function profileFieldsAfter(fields: ProfileFields, event: ServerEvent): ProfileFields {
  return event.type === 'custom_profile_fields'
    ? kept(fields, listOf(isProfileField, event['fields']))
    : fields
}
