// Calls the program of an outgoing webhook bot for a message, and posts what it answers in the same conversation.
import { callWebhook, type WebhookCall } from '../bots/webhooks'
import { botDetails } from '../bots/repository'
import { ApiError } from '../http/errors'
import { deliveryId } from '../jobs/delivery-id'
import { DestinationFailure, GiveUp, jobKind, type Attempt } from '../jobs/kind'
import { canRead } from '../messages/access'
import { messageById } from '../messages/repository'
import { answerTo } from '../messages/sending/answers'
import { seconds } from '../organization/clock'
import type { Organization } from '../organization/organization'
import { settings } from '../organization/settings'
import type { Transaction } from '../organization/writer'
import { networkOf, sendRequest } from '../outgoing/client'
import type { Limits, OutgoingRequest } from '../outgoing/request'
import { directory, type User } from '../users/repository'
import { formats, longestAnswer, verdictOn, type Verdict } from './answer'
import { noteSuccess, tellOwner } from './outages'
import { slackForm, webhookPayload, type Told } from './payload'

/** Bots answer people who wait for it. Nowhere else: what is sent has the bot's token in it. */
const limits: Partial<Limits> = {
  connect: 5000,
  firstByte: 10_000,
  whole: 15_000,
  bytes: longestAnswer,
  redirects: 0,
}

/** How often a call is made that has failed by itself: over more than an hour, as waits double from seconds on. */
const maxAttempts = 12

/** A host that is down for so long loses calls. */
const patienceSeconds = 2 * 3600

/** An owner hears of what goes on for so long; of what is over sooner nobody needs to. */
const tellAfterSeconds = 300

export const callWebhookKind = jobKind({
  ...callWebhook,
  concurrency: 32,
  timeoutSeconds: 30,
  maxAttempts,
  delivery: { concurrencyPerLane: 4, patienceSeconds, longestRestSeconds: 60 },
  async run(attempt) {
    const { organization, payload, signal } = attempt
    const call = callOf(organization, payload)
    if (!call) return
    const request = requestFor(organization, call, deliveryId(attempt))
    const outcome = await sendRequest({ ...request, limits, signal }, networkOf(organization))
    await conclude(attempt, call, verdictOn(outcome, call.format, organization.clock.now()))
  },
})

/** A bot to be called now: whatever it was when the message was sent. */
interface Call extends Told {
  readonly bot: User
  readonly url: string
  readonly format: number
}

/** Undefined if there is nobody to be called any more, or nothing to be said to them. */
function callOf(organization: Organization, { botId, messageId, trigger }: WebhookCall): Call | undefined {
  const bot = directory(organization).byId.get(botId)
  const details = botDetails(organization).get(botId)
  const message = messageById(organization.db, messageId)
  if (settings(organization).is_deactivated) return undefined
  if (!bot?.isActive || !details?.payloadUrl || !details.webhookToken) return undefined
  // It may have been moved out of the bot's sight.
  if (!message || !canRead(organization, bot, message)) return undefined
  const { payloadUrl: url, payloadFormat, webhookToken: token } = details
  return { bot, url, format: payloadFormat ?? formats.own, token, message, trigger }
}

/** @param id the same each time this call is made: whoever is called knows by it what they have had already. */
function requestFor(organization: Organization, call: Call, id: string): OutgoingRequest {
  const isSlack = call.format === formats.slack
  const type = isSlack ? 'application/x-www-form-urlencoded' : 'application/json'
  return {
    url: call.url,
    method: 'POST',
    headers: { 'content-type': type, accept: 'application/json', 'idempotency-key': id },
    body: isSlack
      ? slackForm(organization, call).toString()
      : JSON.stringify(webhookPayload(organization, call)),
  }
}

/** @throws what the job ends with, or is tried again for */
async function conclude(attempt: Attempt<WebhookCall>, call: Call, verdict: Verdict): Promise<void> {
  if (verdict.kind === 'answered') return post(attempt, call, verdict.content)
  if (botDetails(attempt.organization).get(call.bot.id)?.payloadUrl !== call.url)
    throw new Error('The bot has got another address meanwhile')
  if (verdict.kind === 'refused') return giveUp(attempt, call, verdict.reason)
  const { organization, number, queuedAt, write } = attempt
  const age = seconds(organization.clock) - queuedAt
  const isLast = verdict.kind === 'down' ? age >= patienceSeconds : number >= maxAttempts
  if (isLast || age >= tellAfterSeconds) {
    const trouble = { ...call, reason: verdict.reason, isDown: verdict.kind === 'down', goesOn: !isLast }
    await write((tx) => tellOwner(tx, trouble))
  }
  if (verdict.kind === 'down') throw new DestinationFailure(verdict.reason, verdict.retryAfterSeconds)
  throw new Error(verdict.reason)
}

async function giveUp({ write }: Attempt<WebhookCall>, call: Call, reason: string): Promise<never> {
  await write((tx) => tellOwner(tx, { ...call, reason, isDown: false, goesOn: false }))
  throw new GiveUp(reason)
}

/** Posts the answer and ends the job in one write, so that whatever happens it is posted once. */
async function post(attempt: Attempt<WebhookCall>, call: Call, content: string | undefined): Promise<void> {
  try {
    await attempt.write((tx) => {
      if (content !== undefined) answer(tx, attempt.payload, content)
      noteSuccess(tx, call.bot)
      attempt.done(tx)
    })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    await giveUp(attempt, call, `answered, but that could not be posted: ${error.message}`)
  }
}

/** Where the message is by now. A message that was deleted gets no answer, nor does a bot give one that was deactivated, or all of it. */
function answer(tx: Transaction, { botId, messageId }: WebhookCall, content: string): void {
  const bot = directory(tx.organization).byId.get(botId)
  const message = messageById(tx, messageId)
  if (settings(tx.organization).is_deactivated) return
  if (bot?.isActive && message) answerTo(tx, bot, message, content, 'OutgoingWebhookResponse')
}
