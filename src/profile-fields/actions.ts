// What administrators do with custom profile fields: make, change, order and delete them.
import type { AuditAction } from '../audit-log/catalogue'
import { changesBetween, record } from '../audit-log/recording'
import { emit } from '../events/event'
import { badRequest } from '../http/errors'
import { assertIsOrderOf } from '../http/orders'
import { assertAdministrator } from '../http/roles'
import { trimmed } from '../http/visible-text'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import { deleteProfileValues, directory, profiles, type User } from '../users/repository'
import { accountOf, checkedFieldData, optionsOf } from './field-data'
import { externalAccount, fitsSummary, kinds } from './kinds'
import {
  allProfileFields,
  deleteProfileField,
  insertProfileField,
  updateProfileField,
  type ProfileField,
} from './repository'
import { say } from './values'
import { profileFieldsEvent } from './wire'

const maxFields = 100
/** How many may stand in the summary of a profile. */
const maxInSummary = 2

/** What is said of a field; undefined is left as it is, or at its default. */
export interface ProfileFieldRequest {
  name: string | undefined
  hint: string | undefined
  fieldData: Readonly<Record<string, unknown>> | undefined
  isInSummary: boolean | undefined
  isRequired: boolean | undefined
  isEditableByUser: boolean | undefined
}

/** @throws ApiError BAD_REQUEST. @returns its ID. */
export function createProfileField(
  organization: Organization,
  caller: User,
  kind: number,
  request: ProfileFieldRequest,
): Promise<number> {
  assertAdministrator(caller)
  return organization.write((tx) => {
    const all = allProfileFields(organization)
    if (all.length >= maxFields) throw badRequest(`There can be at most ${maxFields} profile fields`)
    const fieldData = checkedFieldData(kind, request.fieldData ?? {})
    const provider = kind === kinds.externalAccount ? externalAccount(accountOf(fieldData)) : undefined
    const field = insertProfileField(tx, {
      kind,
      name: checkedName(organization, request.name ?? provider?.name ?? '', undefined),
      hint: request.hint?.trim() ?? provider?.hint ?? '',
      fieldData,
      position: Math.max(0, ...all.map(({ position }) => position)) + 1,
      isInSummary: checkedSummary(organization, request.isInSummary ?? false, { kind }),
      isRequired: request.isRequired ?? false,
      isEditableByUser: request.isEditableByUser ?? true,
    })
    recordField(tx, 'profile_field.added', undefined, field)
    emit(tx, profileFieldsEvent(organization))
    return field.id
  })
}

/** Changes what is given. Choices that are no option any more are taken back. @throws ApiError BAD_REQUEST. */
export function updateField(
  organization: Organization,
  caller: User,
  id: number,
  request: ProfileFieldRequest,
): Promise<void> {
  assertAdministrator(caller)
  return organization.write((tx) => {
    const field = existing(organization, id)
    const changes = {
      name: request.name === undefined ? field.name : checkedName(organization, request.name, field),
      hint: request.hint?.trim() ?? field.hint,
      fieldData:
        request.fieldData === undefined ? field.fieldData : checkedFieldData(field.kind, request.fieldData),
      isInSummary: checkedSummary(organization, request.isInSummary ?? field.isInSummary, field),
      isRequired: request.isRequired ?? field.isRequired,
      isEditableByUser: request.isEditableByUser ?? field.isEditableByUser,
    }
    const after = { ...field, ...changes }
    if (Bun.deepEquals(after, field)) return
    updateProfileField(tx, id, changes)
    recordField(tx, 'profile_field.changed', field, after)
    emit(tx, profileFieldsEvent(organization))
    if (field.kind === kinds.options) takeBackChoices(tx, after)
  })
}

/** Deletes a field and what people said in it. @throws ApiError BAD_REQUEST. */
export function deleteField(organization: Organization, caller: User, id: number): Promise<void> {
  assertAdministrator(caller)
  return organization.write((tx) => {
    recordField(tx, 'profile_field.removed', existing(organization, id), undefined)
    deleteProfileValues(tx, id)
    deleteProfileField(tx, id)
    emit(tx, profileFieldsEvent(organization))
  })
}

/** @param order all fields' IDs, each once. @throws ApiError BAD_REQUEST for any other list. */
export function reorderFields(
  organization: Organization,
  caller: User,
  order: readonly number[],
): Promise<void> {
  assertAdministrator(caller)
  return organization.write((tx) => {
    assertIsOrderOf(
      order,
      allProfileFields(organization).map(({ id }) => id),
    )
    for (const [index, id] of order.entries()) updateProfileField(tx, id, { position: index + 1 })
    record(tx, 'profile_field.reordered')
    emit(tx, profileFieldsEvent(organization))
  })
}

const recorded = [
  'kind',
  'name',
  'hint',
  'fieldData',
  'isInSummary',
  'isRequired',
  'isEditableByUser',
] as const satisfies readonly (keyof ProfileField)[]

function recordField(
  tx: Transaction,
  action: AuditAction,
  before: ProfileField | undefined,
  after: ProfileField | undefined,
): void {
  const { id, name } = after ?? before ?? {}
  record(tx, action, { id, name, changes: changesBetween(before, after, recorded) })
}

function takeBackChoices(tx: Transaction, field: ProfileField): void {
  const options = optionsOf(field.fieldData)
  const { byId } = directory(tx.organization)
  for (const [userId, said] of profiles(tx.organization)) {
    const choice = said.get(field.id)?.value
    const user = byId.get(userId)
    if (user && choice !== undefined && !Object.hasOwn(options, choice)) say(tx, user, field, undefined)
  }
}

function existing(organization: Organization, id: number): ProfileField {
  const field = allProfileFields(organization).find((each) => each.id === id)
  if (!field) throw badRequest(`Field id ${id} not found.`)
  return field
}

function checkedName(organization: Organization, name: string, field: ProfileField | undefined): string {
  const clean = trimmed(name)
  if (clean === '') throw badRequest('Label cannot be blank.')
  const isTaken = allProfileFields(organization).some(
    (other) => other.id !== field?.id && other.name.toLowerCase() === clean.toLowerCase(),
  )
  if (isTaken) throw badRequest('A field with that label already exists.')
  return clean
}

function checkedSummary(
  organization: Organization,
  isInSummary: boolean,
  field: { id?: number; kind: number },
): boolean {
  if (!isInSummary) return false
  if (!fitsSummary(field.kind)) throw badRequest('Field type not supported for display in profile summary.')
  const others = allProfileFields(organization).filter((other) => other.isInSummary && other.id !== field.id)
  if (others.length >= maxInSummary) {
    throw badRequest(`Only ${maxInSummary} custom profile fields can be displayed in the profile summary.`)
  }
  return true
}
