// Subscribes to some channels and unsubscribes from others: all of it or nothing.
import { badRequest } from '../../http/errors'
import type { Organization } from '../../organization/organization'
import type { User } from '../../users/repository'
import { plainChannel } from '../managing/parameters'
import { subscribeIn, type Subscribed, type WantedChannel } from './subscribing'
import { unsubscribeIn, type Unsubscribed } from './unsubscribing'

/** How many channels one call may name: they are all or nothing, in one write. */
const maxChannels = 100

/** @throws ApiError as subscribing and unsubscribing do; then nothing has changed. */
export function changeSubscriptions(
  organization: Organization,
  caller: User,
  { add, remove }: { add: readonly WantedChannel[]; remove: readonly string[] },
): Promise<{ added: Subscribed; removed: Unsubscribed }> {
  if (add.length + remove.length > maxChannels) {
    throw badRequest(`Too many channels at once (limit: ${maxChannels})`)
  }
  return organization.write((tx) => ({
    added: subscribeIn(tx, caller.id, {
      channels: add,
      parameter: 'add',
      principals: undefined,
      settings: plainChannel,
      authorizationErrorsFatal: true,
    }),
    removed: unsubscribeIn(tx, caller, { channels: remove, principals: undefined }),
  }))
}
