// Subscribes to some channels and unsubscribes from others: all of it or nothing.
import type { Organization } from '../../organization/organization'
import type { User } from '../../users/repository'
import { plainChannel } from '../managing/parameters'
import { subscribeIn, type Subscribed, type WantedChannel } from './subscribing'
import { unsubscribeIn, type Unsubscribed } from './unsubscribing'

/** @throws ApiError as subscribing and unsubscribing do; then nothing has changed. */
export function changeSubscriptions(
  organization: Organization,
  caller: User,
  { add, remove }: { add: readonly WantedChannel[]; remove: readonly string[] },
): Promise<{ added: Subscribed; removed: Unsubscribed }> {
  return organization.write((tx) => ({
    added: subscribeIn(tx, caller.id, {
      channels: add,
      principals: undefined,
      settings: plainChannel,
      authorizationErrorsFatal: true,
    }),
    removed: unsubscribeIn(tx, caller, { channels: remove, principals: undefined }),
  }))
}
