// Tells an organization that its server runs another version, in `zulip_update_announcements_stream_id`.
import { channelDirectory } from '../channels/repository'
import { sendChannelNotice } from '../messages/sending/notices'
import type { Organization } from '../organization/organization'
import { settings, storedSettings, storeValue } from '../organization/settings'
import type { Transaction } from '../organization/writer'
import { version } from '../version'

/** Kept among the settings; no setting, so nobody is told of it. */
const key = 'announced_version'

/** An organization that begins with this version has no news of it. */
export function knowVersion(tx: Transaction): void {
  storeValue(tx, key, version)
}

/** Announces the version, once, where it is another than the last time. Called by the timer. */
export async function announceVersion(organization: Organization): Promise<void> {
  const known = () => storedSettings(organization).get(key)
  if (known() === version) return
  await organization.write((tx) => {
    const before = known()
    knowVersion(tx)
    const channelId = settings(organization).zulip_update_announcements_stream_id
    const channel = channelDirectory(organization).byId.get(channelId)
    if (!channel || channel.isArchived || typeof before !== 'string') return
    sendChannelNotice(
      tx,
      channel.id,
      'server updates',
      `This server now runs Confab ${version}, after ${before}.`,
    )
  })
}
