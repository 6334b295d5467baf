// Tells an organization that its server runs another release, in `zulip_update_announcements_stream_id`.
import { channelDirectory } from '../channels/repository'
import { sendChannelNotice } from '../messages/sending/notices'
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

/** Announces the release, once, where it is another than the last time. Called by the timer. */
export async function announceVersion(organization: Organization): Promise<void> {
  const known = () => storedSettings(organization).get(key)
  if (known() === release) return
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
      `This server now runs Confab ${release}, after ${before}.`,
    )
  })
}
