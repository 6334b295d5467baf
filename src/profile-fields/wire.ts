// Custom profile fields on the wire: the object, the event, and their part of the register state (contract 2.4, 4.13).
import { Type } from '@sinclair/typebox'
import type { ServerEvent } from '../events/event'
import { Id } from '../http/parameters'
import type { StatePart } from '../events/state'
import type { Organization } from '../organization/organization'
import { kindsOnWire } from './kinds'
import { allProfileFields, type ProfileField } from './repository'

/** What somebody says in fields, in `PATCH /users/{id}` too. */
export const profileEntries = Type.Array(Type.Object({ id: Id(), value: Type.Unknown() }), {
  maxItems: 100,
})

export function profileFieldObject(field: ProfileField) {
  return {
    id: field.id,
    type: field.kind,
    order: field.position,
    name: field.name,
    hint: field.hint,
    field_data: field.fieldData,
    required: field.isRequired,
    editable_by_user: field.isEditableByUser,
    ...(field.isInSummary ? { display_in_profile_summary: true } : {}),
  }
}

/** All fields, in their order. */
export function profileFieldObjects(organization: Organization) {
  return allProfileFields(organization).map(profileFieldObject)
}

/** `custom_profile_fields`; people without an account see no profiles, so no fields either. */
export const profileFieldsState: StatePart = {
  types: ['custom_profile_fields'],
  read: ({ organization, viewer }) => ({
    custom_profile_fields: viewer ? profileFieldObjects(organization) : [],
    custom_profile_field_types: kindsOnWire,
  }),
}

/** `custom_profile_fields`: all that there are now. Clients drop what people said in those that are gone. */
export function profileFieldsEvent(organization: Organization): ServerEvent {
  const fields = profileFieldObjects(organization)
  return { type: 'custom_profile_fields', audience: 'everyone', payload: () => ({ fields }) }
}
