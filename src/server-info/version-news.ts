// Tells an organization that its server runs another release, in `zulip_update_announcements_stream_id`.
import { channelDirectory } from '../channels/repository'
import { sendChannelNotice } from '../messages/sending/notices'
import { never } from '../organization/clock'
import type { Organization } from '../organization/organization'
import { settings, storedSettings, storeValue } from '../organization/settings'
import type { Transaction } from '../organization/writer'
import { version } from '../version'

/** The version without what tells builds of it apart. */
const [release = version] = version.split('+')

/** Kept among the settings; no setting, so nobody is told of it. */
const key = 'announced_version'

/** An organization that begins with this release has no news of it. */
export function knowVersion(tx: Transaction): void {
  storeValue(tx, key, release)
}

/** When there is news of it, in milliseconds: now or never. */
export function nextVersionNews(organization: Organization): number {
  return storedSettings(organization).get(key) === release ? never : organization.clock.now()
}

/** Announces the release, where it is another than the last time. Called by the timer. */
export async function announceVersion(organization: Organization): Promise<void> {
  await organization.write((tx) => {
    const before = storedSettings(organization).get(key)
    knowVersion(tx)
    const channelId = settings(organization).zulip_update_announcements_stream_id
    const channel = channelDirectory(organization).byId.get(channelId)
    if (!channel || channel.isArchived || typeof before !== 'string') return
    sendChannelNotice(
      tx,
      channel.id,
      'server updates',
      `This server now runs Confab ${release}, after ${before}.`,
    )
  })
}
