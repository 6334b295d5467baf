// Subscribing, and the notification bot's messages that go with it.
import type { Organization } from '../organization/organization'
import type { User } from '../users/repository'
import type { ChannelRequest } from './creating'
import { assertNameFree, checkedDescription, checkedName } from './names'
import { mayTellEach, subscribeIn, type Subscribed, type SubscribeRequest } from './subscribing'

export interface TellingRequest extends SubscribeRequest {
  /** Whether to announce new channels to everybody. */
  announce: boolean
  /** Whether to tell people directly that they were subscribed by somebody else. */
  tellEach: boolean
}

/** @returns also whether people were told directly; undefined if that was not asked for. */
export async function subscribeAndTell(
  organization: Organization,
  caller: User,
  request: TellingRequest,
): Promise<{ result: Subscribed; toldEach: boolean | undefined }> {
  const result = await organization.write((tx) => subscribeIn(tx, caller.id, request))
  return { result, toldEach: request.tellEach ? mayTellEach(result.people, caller.id) : undefined }
}

export interface CreateRequest {
  name: string
  description: string
  /** Exactly these, the creator only if named. */
  subscriberIds: readonly number[]
  settings: ChannelRequest
  announce: boolean
  tellEach: boolean
}

/** Makes one channel and subscribes people to it. @throws ApiError also if there is a channel of that name. */
export async function createChannel(
  organization: Organization,
  caller: User,
  { name, description, subscriberIds, settings }: CreateRequest,
): Promise<number> {
  const result = await organization.write((tx) => {
    assertNameFree(organization, checkedName('name', name))
    checkedDescription('description', description)
    return subscribeIn(tx, caller.id, {
      channels: [{ name, description }],
      principals: subscriberIds,
      settings,
      authorizationErrorsFatal: true,
    })
  })
  const [channel] = result.created
  if (!channel) throw new Error('No channel was made')
  return channel.id
}
