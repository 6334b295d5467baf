// Which events tell of a change to a channel (reference: events/stream.update).
import type { ServerEvent } from '../events/event'
import type { Organization } from '../organization/organization'
import { channelPermissionRules, channelPermissions } from '../user-groups/permission-catalogue'
import { permissionOnWire } from '../user-groups/permission-values'
import { channelUpdatedEvent } from '../channels/events'
import type { Channel } from '../channels/repository'
import type { Remaining } from './channels'
import { mutedTopicsEvents } from './muted-topics'
import { postPolicyOf } from '../channels/wire'

interface Change {
  property: string
  value: unknown
  nameBefore?: string
  more?: object
}

/** What those who saw the channel before and still do are told: one event for each property that has changed. */
export function changeEvents(organization: Organization, remaining: Remaining): ServerEvent[] {
  const { before, after, viewerIds } = remaining
  const changes = [...ownProperties(before, after), ...permissions(organization, before, after)]
  const events = changes.map((change) => {
    const event = channelUpdatedEvent(after, viewerIds, change)
    // To other clients the channel has come or gone.
    if (change.property === 'is_archived') event.accepts = ({ options }) => options.archivedChannels
    return event
  })
  if (before.name !== after.name) events.push(...mutedTopicsEvents(organization, viewerIds, [after]))
  return events
}

function ownProperties(before: Channel, after: Channel): Change[] {
  const changes: Change[] = []
  if (before.isArchived !== after.isArchived) {
    changes.push({ property: 'is_archived', value: after.isArchived })
  }
  if (before.name !== after.name) {
    changes.push({ property: 'name', value: after.name, nameBefore: before.name })
  }
  if (before.description !== after.description) {
    const more = { rendered_description: after.renderedDescription }
    changes.push({ property: 'description', value: after.description, more })
  }
  const isOtherPrivacy =
    before.isPrivate !== after.isPrivate ||
    before.isWebPublic !== after.isWebPublic ||
    before.isHistoryShared !== after.isHistoryShared
  if (isOtherPrivacy) {
    const more = { history_public_to_subscribers: after.isHistoryShared, is_web_public: after.isWebPublic }
    changes.push({ property: 'invite_only', value: after.isPrivate, more })
  }
  if (before.messageRetentionDays !== after.messageRetentionDays) {
    changes.push({ property: 'message_retention_days', value: after.messageRetentionDays })
  }
  if (before.topicsPolicy !== after.topicsPolicy) {
    changes.push({ property: 'topics_policy', value: after.topicsPolicy })
  }
  if (before.folderId !== after.folderId) changes.push({ property: 'folder_id', value: after.folderId })
  if (before.firstMessageId !== after.firstMessageId) {
    changes.push({ property: 'first_message_id', value: after.firstMessageId })
  }
  if (before.isRecentlyActive !== after.isRecentlyActive) {
    changes.push({ property: 'is_recently_active', value: after.isRecentlyActive })
  }
  if (before.weeklyTraffic !== after.weeklyTraffic) {
    changes.push({ property: 'stream_weekly_traffic', value: after.weeklyTraffic })
  }
  return changes
}

function permissions(organization: Organization, before: Channel, after: Channel): Change[] {
  const changed = channelPermissions.filter((permission) => before[permission] !== after[permission])
  const changes: Change[] = changed.map((permission) => ({
    property: channelPermissionRules[permission].name,
    value: permissionOnWire(organization, after[permission]),
  }))
  const policy = postPolicyOf(organization, after)
  const previous = postPolicyOf(organization, before)
  if (policy !== previous) changes.push({ property: 'stream_post_policy', value: policy })
  if ((policy === 2) !== (previous === 2)) {
    changes.push({ property: 'is_announcement_only', value: policy === 2 })
  }
  return changes
}
