// What a person can do with web push subscriptions: let a browser be told, and no longer.
import { badRequest, invalidParameter, noneOfOwn } from '../http/errors'
import { seconds } from '../organization/clock'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import type { User } from '../users/repository'
import { isPoint } from './curve'
import {
  countSubscriptions,
  deleteSubscription,
  insertSubscription,
  subscriptionAt,
  subscriptionsOf,
  updateSubscription,
  type Subscription,
} from './repository'

/** The oldest one gives way: a browser that is still used subscribes anew when it next looks. */
const maxSubscriptionsPerPerson = 20

/** As a browser's `PushSubscription` has it. */
interface BrowserSubscription {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

type Present = Pick<Subscription, 'p256dh' | 'auth' | 'sessionId' | 'apiKeyId'>

/**
 * Lets a browser be told, for as long as what it calls with is good. A browser that is somebody else's now takes its subscription
 * along; to repeat one changes nothing.
 * @throws ApiError REQUEST_VARIABLE_INVALID; BAD_REQUEST where somebody else has subscribed that address with other keys.
 */
export async function subscribe(
  organization: Organization,
  caller: User,
  { endpoint, keys }: BrowserSubscription,
): Promise<void> {
  const subscription = { endpoint: await checkedEndpoint(organization, endpoint), ...checkedKeys(keys) }
  await organization.write((tx) => {
    const known = subscriptionAt(tx, subscription.endpoint)
    // Who knows the address alone must not have what is meant for its browser.
    if (known && known.userId !== caller.id && known.auth !== subscription.auth)
      throw badRequest('That endpoint is subscribed already')
    const present = { ...subscription, ...loginOf(tx) }
    if (known?.userId === caller.id) return renew(tx, known, present)
    if (known) deleteSubscription(tx, known.id)
    makeRoom(tx, caller.id)
    insertSubscription(tx, { userId: caller.id, ...present, subscribedAt: seconds(organization.clock) })
  })
}

/** @throws ApiError BAD_REQUEST if the caller has not subscribed that address. */
export function unsubscribe(organization: Organization, caller: User, endpoint: string): Promise<void> {
  return organization.write((tx) => {
    const known = subscriptionAt(tx, URL.parse(endpoint)?.href ?? endpoint)
    if (known?.userId !== caller.id) throw noneOfOwn('There is no such subscription')
    deleteSubscription(tx, known.id)
  })
}

/** What waits for the browser goes there still. Most say once more what they have said, whenever they open the page. */
function renew(tx: Transaction, known: Subscription, { p256dh, auth, sessionId, apiKeyId }: Present): void {
  const isSame =
    known.p256dh === p256dh &&
    known.auth === auth &&
    known.sessionId === sessionId &&
    known.apiKeyId === apiKeyId
  if (!isSame) updateSubscription(tx, known.id, { p256dh, auth, sessionId, apiKeyId })
}

function makeRoom(tx: Transaction, userId: number): void {
  if (countSubscriptions(tx, userId) < maxSubscriptionsPerPerson) return
  const [oldest] = subscriptionsOf(tx, userId)
  if (oldest) deleteSubscription(tx, oldest.id)
}

/** What the call is made with, and the subscription ends with. */
function loginOf({ actor }: Transaction): { sessionId: number | null; apiKeyId: number | null } {
  if (typeof actor === 'string') return { sessionId: null, apiKeyId: null }
  return { sessionId: actor.sessionId ?? null, apiKeyId: actor.apiKeyId ?? null }
}

/** What is sent there is encrypted, and who it is for no other's business: by HTTPS, and to no machine of the operator's own. */
async function checkedEndpoint({ rules }: Organization, text: string): Promise<string> {
  const url = URL.parse(text)
  const isSecure = url?.protocol === 'https:' || (rules.allowsPrivateAddresses && url?.protocol === 'http:')
  if (!url || !isSecure || url.username !== '' || url.password !== '')
    throw invalidParameter('endpoint', 'endpoint is not an https address')
  // What a start does not need.
  const { addressOf, mayConnectTo } = await import('../outgoing/addresses')
  const address = addressOf(url.hostname)
  if (address !== undefined && !mayConnectTo(address, rules.allowsPrivateAddresses))
    throw invalidParameter('endpoint', 'endpoint is not an address of the open Internet')
  return url.href
}

const secretBytes = 16

/** @returns the keys as they are written in one way */
function checkedKeys({ p256dh, auth }: BrowserSubscription['keys']) {
  const point = Buffer.from(p256dh, 'base64url')
  if (!isPoint(point)) throw invalidParameter('keys', 'keys.p256dh is not a public key of P-256')
  const secret = Buffer.from(auth, 'base64url')
  if (secret.length !== secretBytes) throw invalidParameter('keys', 'keys.auth is not 16 bytes long')
  return { p256dh: point.toString('base64url'), auth: secret.toString('base64url') }
}
