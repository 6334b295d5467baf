// Embedded bots: what they can be, and the jobs in which the server itself answers for them.
import { Type } from '@sinclair/typebox'
import { invalidParameter, missingParameter } from '../http/errors'
import { enqueue } from '../jobs/queueing'
import type { StatePart } from '../events/state'
import type { Transaction } from '../organization/writer'
import { botTypes } from '../users/bot-types'
import { addressedBots, botsOfType, type Addressing } from './addressing'

/** By name: what each is configured with, and what that is where nobody says so. */
export const embeddedServices = {
  /** Says hello, so that one sees how bots are spoken to. */
  helloworld: {},
  /** Counts. */
  incrementor: {},
  /** Puts what it is told into a channel, a topic for each person. */
  followup: { channel: 'follow-ups' },
  /** Keeps short texts by name. */
  notes: {},
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>

export type EmbeddedService = keyof typeof embeddedServices

export function isEmbeddedService(name: string): name is EmbeddedService {
  return Object.hasOwn(embeddedServices, name)
}

/** What a bot is configured with: what it says, and otherwise what its service has. */
export function embeddedConfig(
  service: EmbeddedService,
  said: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return { ...embeddedServices[service], ...said }
}

/** @throws ApiError REQUEST_VARIABLE_MISSING, REQUEST_VARIABLE_INVALID unless it names a service. */
export function checkedService(name: string | undefined): EmbeddedService {
  if (name === undefined || name === '') throw missingParameter('service_name')
  if (isEmbeddedService(name)) return name
  const names = Object.keys(embeddedServices).join(', ')
  throw invalidParameter('service_name', `service_name must be one of: ${names}`)
}

/** @throws ApiError REQUEST_VARIABLE_INVALID for what the service knows nothing of. */
export function assertConfigFits(service: EmbeddedService, said: Readonly<Record<string, string>>): void {
  const unknown = Object.keys(said).find((name) => !Object.hasOwn(embeddedServices[service], name))
  if (unknown === undefined) return
  throw invalidParameter('config_data', `config_data: ${service} is not configured with '${unknown}'`)
}

/** `realm_embedded_bots`: what can be made. */
export const embeddedBotsState: StatePart = {
  types: ['realm_embedded_bots'],
  read: () => ({
    realm_embedded_bots: Object.entries(embeddedServices).map(([name, config]) => ({ name, config })),
  }),
}

/** Lets a bot answer a message; how is said in `embedded-bots/`. */
export const runEmbeddedBot = {
  name: 'run-embedded-bot',
  payload: Type.Object({ botId: Type.Integer(), messageId: Type.Integer() }),
}

/** Queues the answers to a new message, in the write that sends it. */
export function queueEmbeddedBots(tx: Transaction, message: Addressing): void {
  const bots = botsOfType(tx.organization, botTypes.embedded)
  for (const { botId, messageId } of addressedBots(tx.organization, message, bots)) {
    enqueue(tx, runEmbeddedBot, { botId, messageId })
  }
}
