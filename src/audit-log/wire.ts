// The audit log on the wire.
import type { AuditPage } from './actions'
import type { Changes } from './recording'
import type { AuditEntry } from './repository'

/** `audit_log`, the newest entry first, and `found_oldest`: whether there is nothing older. Times are UNIX seconds. */
export function pageFields({ entries, people, foundOldest }: AuditPage) {
  return {
    audit_log: entries.map((entry) => entryObject(entry, people.get(entry.id) ?? [])),
    found_oldest: foundOldest,
  }
}

function entryObject(entry: AuditEntry, people: readonly number[]) {
  return {
    id: entry.id,
    timestamp: entry.at,
    action: entry.action,
    actor_type: entry.actorKind,
    actor_id: entry.actorId,
    session_id: entry.sessionId,
    api_key_id: entry.apiKeyId,
    client: entry.client,
    address: entry.address,
    object_type: entry.objectKind,
    object_id: entry.objectId,
    object_name: entry.objectName,
    target_user_ids: [...people],
    changes: changesOf(entry),
    count: entry.count,
    last_timestamp: entry.lastAt,
  }
}

function changesOf({ changes }: AuditEntry): Changes {
  return changes === null ? {} : JSON.parse(changes)
}
