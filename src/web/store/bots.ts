// Bots that this person administers, with what only those may know who do; and what bots there can be.
import type { ServerEvent } from './events'
import { IdMap } from './id-map'
import { changed, isEqual } from './records'
import {
  dictionary,
  isBoolean,
  isFields,
  isNumber,
  isText,
  isTexts,
  list,
  listOf,
  nullable,
  optional,
  shape,
  type Checked,
  type Fields,
} from './shapes'

/** Of an outgoing webhook where it goes, of an embedded bot what it is configured with. */
const isService = shape({
  base_url: optional(isText),
  interface: optional(isNumber),
  token: optional(isText),
  service_name: optional(nullable(isText)),
  config_data: optional(nullable(dictionary(isText))),
})

const bot = {
  user_id: isNumber,
  email: isText,
  full_name: isText,
  bot_type: isNumber,
  is_active: isBoolean,
  owner_id: nullable(isNumber),
  api_key: isText,
  avatar_url: isText,
  /** Channels by name; null for none. */
  default_sending_stream: nullable(isText),
  default_events_register_stream: nullable(isText),
  default_all_public_streams: isBoolean,
  services: list(isService),
}
const isBot = shape(bot)
export type Bot = Checked<typeof isBot>

const isEmbeddedBot = shape({ name: isText, config: dictionary(isText) })
export type EmbeddedBot = Checked<typeof isEmbeddedBot>

/** What integrations there are of programs elsewhere. */
const isIntegration = shape({
  name: isText,
  display_name: isText,
  all_event_types: nullable(isTexts),
  config_options: list(shape({ key: isText, label: isText, validator: isText })),
})
export type Integration = Checked<typeof isIntegration>

export interface Bots {
  readonly byId: IdMap<Bot>
  readonly realm_embedded_bots: readonly EmbeddedBot[]
  readonly realm_incoming_webhook_bots: readonly Integration[]
}

export function botsFrom(register: Fields): Bots {
  return {
    byId: IdMap.by(listOf(isBot, register['realm_bots']), ({ user_id }) => user_id),
    realm_embedded_bots: listOf(isEmbeddedBot, register['realm_embedded_bots']),
    realm_incoming_webhook_bots: listOf(isIntegration, register['realm_incoming_webhook_bots']),
  }
}

/** `realm_bot`: `add`, `update`, `delete`, `remove`. */
export function botsAfter(bots: Bots, event: ServerEvent): Bots {
  const { type, op, bot: said } = event
  if (type !== 'realm_bot' || !isFields(said) || !isNumber(said['user_id'])) return bots
  const byId = botAfter(bots.byId, op, said['user_id'], said)
  return byId === bots.byId ? bots : { ...bots, byId }
}

function botAfter(bots: IdMap<Bot>, op: unknown, id: number, said: Fields): IdMap<Bot> {
  if (op === 'delete' || op === 'remove') return bots.without(id)
  const before = bots.get(id)
  const now = op === 'update' ? { ...before, ...said } : said
  if (!isBot(now) || isEqual(before, now)) return bots
  return bots.with(id, before ? changed(before, now) : now)
}
