// Data exports on the wire: the object, and the event that says that they are others now.
import type { ServerEvent } from '../events/event'
import { ownUrl } from '../organization/address'
import { realmId, type Organization } from '../organization/organization'
import { allExports, type DataExport } from './repository'

/** Reference: components/schemas/RealmExport; while it is being made, also how far it has come, from 0 to 1. */
export function exportObject(organization: Organization, made: DataExport) {
  const { failedAt, deletedAt, size } = made
  const isReady = size !== null && deletedAt === null
  const isPending = size === null && failedAt === null && deletedAt === null
  return {
    id: made.id,
    acting_user_id: made.userId,
    export_time: made.startedAt,
    deleted_timestamp: deletedAt,
    failed_timestamp: failedAt,
    export_url: isReady ? exportUrl(organization, made) : null,
    pending: isPending,
    export_type: made.kind,
    ...(isPending ? { progress: made.progress / 100 } : {}),
  }
}

/** Where administrators who are logged in find the archive. */
export function exportUrl(organization: Organization, { fileKey, fileName }: DataExport): string {
  return `${ownUrl(organization)}/exports/${realmId}/${fileKey}/${fileName}`
}

export function exportObjects(organization: Organization): object[] {
  return allExports(organization.db).map((each) => exportObject(organization, each))
}

/** `realm_export`, to those whom the change concerns. */
export function exportsEvent(organization: Organization, userIds: Iterable<number>): ServerEvent {
  return {
    type: 'realm_export',
    audience: new Set(userIds),
    payload: () => ({ exports: exportObjects(organization) }),
  }
}
