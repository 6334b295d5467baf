// Routes of presence: one's own, everybody's, somebody's.
import { Type } from '@sinclair/typebox'
import type { Api } from '../http/api'
import type { Call } from '../http/route'
import { JsonFields, SplicedFields } from '../http/envelope'
import { presenceOf, reportPresence } from './actions'
import { latestUpdateId, type PresenceQuery } from './visible'
import { legacyFormat, modernFormat, presencesBytes, statusAndTime, type PresenceFormat } from './wire'

const defaultHistoryDays = 14

const report = Type.Object({
  status: Type.Union([Type.Literal('active'), Type.Literal('idle')]),
  last_update_id: Type.Optional(Type.Integer({ minimum: -1 })),
  history_limit_days: Type.Integer({ default: defaultHistoryDays, minimum: 0 }),
  ping_only: Type.Boolean({ default: false }),
  slim_presence: Type.Boolean({ default: false }),
  // Taken for what clients mean by it; nothing is counted.
  new_user_input: Type.Boolean({ default: false }),
})

export function presenceRoutes(api: Api): void {
  api.post(
    '/users/me/presence',
    { summary: 'Update your presence', bots: 'none', parameters: report },
    (call) => {
      const told = reportPresence(call.organization, call.caller, call.parameters.status)
      return told ? told.then(() => answerTo(call)) : answerTo(call)
    },
  )
  api.get('/realm/presence', { summary: 'Get presence of all users' }, (call) =>
    presences(call, legacyFormat, { since: undefined, historyLimitDays: defaultHistoryDays }),
  )
  api.get(
    '/users/:user_id/presence',
    { summary: "Get a user's presence, by ID or email", path: Type.Object({ user_id: Type.String() }) },
    ({ organization, caller, path }) => {
      const seen = statusAndTime(presenceOf(organization, caller, path.user_id))
      return { presence: { aggregated: seen, website: seen } }
    },
  )
}

/** The answer to a report: with everybody's presence, or what of it is new, unless the client only pings. */
function answerTo(call: Call<object, typeof report.static>): JsonFields | SplicedFields {
  const { organization, parameters } = call
  const { last_update_id: since, history_limit_days: historyLimitDays } = parameters
  if (parameters.ping_only) return new JsonFields(`"presence_last_update_id":${since ?? -1}`)
  const lastUpdateId = Math.max(since ?? -1, latestUpdateId(organization) ?? -1)
  const format = since !== undefined || parameters.slim_presence ? modernFormat : legacyFormat
  return presences(call, format, { since, historyLimitDays }, `"presence_last_update_id":${lastUpdateId},`)
}

/** @param before fields that come first, with a comma after each */
function presences(
  { organization, caller }: Pick<Call<unknown, unknown>, 'organization' | 'caller'>,
  format: PresenceFormat,
  query: PresenceQuery,
  before = '',
): SplicedFields {
  const timestamp = organization.clock.now() / 1000
  return new SplicedFields(() => ({
    before: `${before}"server_timestamp":${timestamp},"presences":{`,
    bytes: presencesBytes(organization, caller, format, query),
    after: '}',
  }))
}
