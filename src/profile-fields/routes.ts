// Routes of custom profile fields: /realm/profile_fields, and what people say in them: /users/me/profile_data.
import { Type } from '@sinclair/typebox'
import type { Api } from '../http/api'
import { ByName, Id, Text } from '../http/parameters'
import {
  createProfileField,
  deleteField,
  reorderFields,
  updateField,
  type ProfileFieldRequest,
} from './actions'
import { optionLimits } from './field-data'
import { changeOwnProfile } from './values'
import { profileEntries, profileFieldObjects } from './wire'

const path = Type.Object({ field_id: Id() })

const fieldParameters = {
  name: Type.Optional(Text({ maxLength: 40 })),
  hint: Type.Optional(Text({ maxLength: 80 })),
  field_data: Type.Optional(
    ByName({ maxLength: optionLimits.key }, Type.Unknown(), { maxProperties: optionLimits.count }),
  ),
  display_in_profile_summary: Type.Optional(Type.Boolean()),
  required: Type.Optional(Type.Boolean()),
  editable_by_user: Type.Optional(Type.Boolean()),
}

interface FieldParameters {
  name?: string
  hint?: string
  field_data?: Readonly<Record<string, unknown>>
  display_in_profile_summary?: boolean
  required?: boolean
  editable_by_user?: boolean
}

function requestOf(parameters: FieldParameters): ProfileFieldRequest {
  return {
    name: parameters.name,
    hint: parameters.hint,
    fieldData: parameters.field_data,
    isInSummary: parameters.display_in_profile_summary,
    isRequired: parameters.required,
    isEditableByUser: parameters.editable_by_user,
  }
}

export function profileFieldRoutes(api: Api): void {
  api.get('/realm/profile_fields', { summary: 'Get all custom profile fields' }, ({ organization }) => ({
    custom_fields: profileFieldObjects(organization),
  }))
  api.post(
    '/realm/profile_fields',
    {
      summary: 'Create a custom profile field',
      parameters: Type.Object({
        field_type: Type.Integer({ minimum: 1, maximum: 8, description: 'See `custom_profile_field_types`' }),
        ...fieldParameters,
      }),
    },
    async ({ organization, caller, parameters }) => ({
      id: await createProfileField(organization, caller, parameters.field_type, requestOf(parameters)),
    }),
  )
  api.patch(
    '/realm/profile_fields',
    {
      summary: 'Reorder custom profile fields',
      parameters: Type.Object({ order: Type.Array(Id(), { maxItems: 1000 }) }),
    },
    ({ organization, caller, parameters }) => reorderFields(organization, caller, parameters.order),
  )
  api.patch(
    '/realm/profile_fields/:field_id',
    { summary: 'Update a custom profile field', path, parameters: Type.Object(fieldParameters) },
    ({ organization, caller, path, parameters }) =>
      updateField(organization, caller, path.field_id, requestOf(parameters)),
  )
  api.delete(
    '/realm/profile_fields/:field_id',
    { summary: 'Delete a custom profile field', path },
    ({ organization, caller, path }) => deleteField(organization, caller, path.field_id),
  )
  api.patch(
    '/users/me/profile_data',
    {
      summary: 'Set what you say in custom profile fields',
      bots: 'none',
      parameters: Type.Object({ data: profileEntries }),
    },
    ({ organization, caller, parameters }) => changeOwnProfile(organization, caller, parameters.data),
  )
  api.delete(
    '/users/me/profile_data',
    {
      summary: 'Take back what you say in custom profile fields',
      bots: 'none',
      parameters: Type.Object({ data: Type.Array(Id(), { maxItems: 100 }) }),
    },
    ({ organization, caller, parameters }) =>
      changeOwnProfile(
        organization,
        caller,
        parameters.data.map((id) => ({ id, value: null })),
      ),
  )
}
