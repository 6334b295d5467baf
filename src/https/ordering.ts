// Getting one certificate from an authority by ACME (RFC 8555), which acme-client speaks.
import { readFileSync } from 'node:fs'
import { Agent } from 'node:https'
import acme from 'acme-client'
import { isStorageFailure } from '../database/storage-failure'
import { type Certificate, readCertificate } from './certificate'
import type { Authority } from './settings'
import type { HttpsStorage } from './storage'
import type { Challenges, ChallengeType } from './challenges'

/** For each answer of the authority, and for all of it. In milliseconds. */
const longestAnswer = 30_000
const longestOrder = 180_000
/** So long no other name is tried when the authority can't be reached, in seconds. */
const pauseWhenDown = 60

/** The authority gave no certificate; the message tells a person why. */
export class OrderFailure extends Error {
  /** @param pauseSeconds how long the authority wants to be left alone with all names; undefined if this is about the one name */
  constructor(
    message: string,
    readonly pauseSeconds: number | undefined,
  ) {
    super(message)
  }
}

/** What the authority has last complained of. */
interface Complaint {
  status: number
  /** Such as `urn:ietf:params:acme:error:rateLimited`. */
  type: string
  retryAfter: string
}

let complaint: Complaint | undefined
acme.axios.interceptors.response.use((answer) => {
  const { status, data, headers } = answer
  if (status >= 400) {
    const type: unknown = typeof data === 'object' && data !== null && 'type' in data ? data.type : ''
    complaint = { status, type: String(type), retryAfter: String(headers['retry-after'] ?? '') }
  }
  return answer
})
// Whoever orders waits longer each time, and lets others have their turn meanwhile.
Object.assign(acme.axios.defaults, { timeout: longestAnswer, acmeSettings: { retryMaxAttempts: 0 } })

/**
 * Orders a certificate for one name; one order at a time.
 * @throws OrderFailure; what the storage throws if it has no room for a new account
 */
export async function order(
  name: string,
  type: ChallengeType,
  authority: Authority,
  storage: HttpsStorage,
  challenges: Challenges,
): Promise<Certificate> {
  const ca = authority.rootFile === undefined ? undefined : readFileSync(authority.rootFile, 'utf8')
  acme.axios.defaults.httpsAgent = new Agent(ca === undefined ? {} : { ca })
  complaint = undefined
  const tooLate = Promise.withResolvers<never>()
  const timer = setTimeout(() => tooLate.reject(new Error('it takes too long')), longestOrder)
  try {
    const work = async (): Promise<Certificate> =>
      obtained(await clientOf(authority, storage), name, type, challenges)
    return await Promise.race([withNewAccount(work, storage), tooLate.promise])
  } catch (error) {
    if (isStorageFailure(error)) throw error
    const unreached = complaint ? undefined : await unreachedBy(authority, ca)
    throw unreached ?? failureOf(error)
  } finally {
    clearTimeout(timer)
  }
}

/** The client of an account, which is made where there is none yet: whoever serves HTTPS by an authority agrees to its terms. */
async function clientOf(authority: Authority, storage: HttpsStorage): Promise<acme.Client> {
  const { directory, email } = authority
  let { account } = storage
  if (!account) {
    const key = (await acme.crypto.createPrivateEcdsaKey()).toString()
    account = { key, url: undefined }
    // Before the authority has it: an account without its key could never be used again.
    storage.keepAccount(account)
  }
  const client = new acme.Client({
    directoryUrl: directory,
    accountKey: account.key,
    ...(account.url === undefined ? {} : { accountUrl: account.url }),
    backoffAttempts: 40,
    backoffMin: 500,
    backoffMax: 5000,
  })
  if (account.url === undefined) {
    const contact = email === undefined ? [] : [`mailto:${email}`]
    await client.createAccount({ termsOfServiceAgreed: true, contact })
    storage.keepAccount({ ...account, url: client.getAccountUrl() })
  }
  return client
}

async function obtained(
  client: acme.Client,
  name: string,
  type: ChallengeType,
  challenges: Challenges,
): Promise<Certificate> {
  const made = await client.createOrder({ identifiers: [{ type: 'dns', value: name }] })
  for (const authorization of await client.getAuthorizations(made))
    if (authorization.status !== 'valid') await prove(client, name, authorization, type, challenges)
  const [key, request] = await acme.crypto.createCsr(
    { altNames: [name] },
    await acme.crypto.createPrivateEcdsaKey(),
  )
  const finalized = await client.finalizeOrder(made, request)
  return readCertificate(await client.getCertificate(finalized), key.toString())
}

/** Proves that the name is this server's. @throws if the authority does not believe it */
async function prove(
  client: acme.Client,
  name: string,
  authorization: acme.Authorization,
  type: ChallengeType,
  challenges: Challenges,
): Promise<void> {
  const challenge = authorization.challenges.find((offered) => offered.type === type)
  if (!challenge) throw new Error(`the authority offers no ${type}`)
  const proof = await client.getChallengeKeyAuthorization(challenge)
  const work = async (): Promise<void> => {
    await client.completeChallenge(challenge)
    await client.waitForValidStatus(challenge)
  }
  if (type === 'http-01') return challenges.whileAnswering(challenge.token, proof, work)
  const [key, chain] = await acme.crypto.createAlpnCertificate(authorization, proof)
  return challenges.whileShowing(name, { key: key.toString(), chain: chain.toString() }, work)
}

/** Once more with a new account, if the authority does not know the one there is, as one that was set up anew. */
async function withNewAccount(work: () => Promise<Certificate>, storage: HttpsStorage): Promise<Certificate> {
  try {
    return await work()
  } catch (error) {
    const { account } = storage
    if (!account || !complaint?.type.endsWith(':accountDoesNotExist')) throw error
    storage.keepAccount({ ...account, url: undefined })
    complaint = undefined
    return work()
  }
}

/** Why the authority can't be reached, if it can't: what the network says does not come through the library. */
async function unreachedBy(
  { directory }: Authority,
  ca: string | undefined,
): Promise<OrderFailure | undefined> {
  const signal = AbortSignal.timeout(longestAnswer)
  try {
    await fetch(directory, { signal, tls: ca === undefined ? {} : { ca } })
    return undefined
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return new OrderFailure(`${directory} can't be reached: ${why}`, pauseWhenDown)
  }
}

function failureOf(error: unknown): OrderFailure {
  // The library stumbles over a call that was never answered.
  if (error instanceof TypeError && !complaint)
    return new OrderFailure('the connection to the authority failed, which answers again by now', undefined)
  const why = error instanceof Error ? error.message || String(error) : String(error)
  const isLimited = complaint?.status === 429 || complaint?.type.endsWith(':rateLimited') === true
  const pause = secondsUntil(complaint?.retryAfter ?? '') ?? 3600
  return new OrderFailure(why, isLimited ? pause : undefined)
}

/** @param retryAfter a header: seconds, or a date */
function secondsUntil(retryAfter: string): number | undefined {
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter)
  const at = Date.parse(retryAfter)
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1000))
}
