// Outgoing webhook bots: the jobs that call their programs.
import { Type, type Static } from '@sinclair/typebox'
import { enqueue, redirect } from '../jobs/queueing'
import type { Transaction } from '../organization/writer'
import { botTypes } from '../users/bot-types'
import { addressedBots, botsOfType, type Addressing } from './addressing'
import { botDetails } from './repository'

/** Calls the program of a bot for a message; how is said in `outgoing-webhooks/`. */
export const callWebhook = {
  name: 'call-webhook',
  payload: Type.Object({
    botId: Type.Integer(),
    messageId: Type.Integer(),
    trigger: Type.Union([Type.Literal('direct_message'), Type.Literal('mention')]),
  }),
}

export type WebhookCall = Static<typeof callWebhook.payload>

/** Queues the calls for a new message, in the write that sends it. */
export function queueWebhooks(tx: Transaction, message: Addressing): void {
  const { organization } = tx
  const bots = botsOfType(organization, botTypes.outgoingWebhook)
  for (const call of addressedBots(organization, message, bots)) {
    const url = botDetails(organization).get(call.botId)?.payloadUrl
    if (typeof url === 'string') enqueue(tx, callWebhook, call, { lane: laneOf(url) })
  }
}

/** To be called once a bot has another address: what waits for the old one is told there. */
export function redirectWebhooks(tx: Transaction, botId: number, payloadUrl: string): void {
  redirect(tx, callWebhook, { field: 'botId', value: botId }, laneOf(payloadUrl))
}

/** Calls that go to the same host and port wait for each other when it is down. */
export function laneOf(payloadUrl: string): string {
  return URL.parse(payloadUrl)?.host ?? ''
}
