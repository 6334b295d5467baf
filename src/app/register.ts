// POST /register: makes a queue and answers with the state its events will change (contract 4.17).
import { Type, type Static } from '@sinclair/typebox'
import { queueDefaults } from '../bots/defaults'
import type { Api } from '../http/api'
import type { OpenCall } from '../http/route'
import { readsPublicNames } from '../http/client-names'
import { fieldsTexts, type JsonTexts } from '../http/envelope'
import { unauthenticated } from '../http/credentials'
import { badRequest, deactivated, invalidParameter } from '../http/errors'
import { queueTerms } from '../narrow/match'
import { narrowParameter } from '../narrow/parse'
import type { Organization } from '../organization/organization'
import { settings } from '../organization/settings'
import type { Pieces } from '../organization/turns'
import { isGuest } from '../users/rank'
import { asOfNow, type User } from '../users/repository'
import { initialState, longState } from './initial-state'
import type { QueueOptions } from '../events/queue'
import { queues } from '../events/queues'

const eventTypes = Type.Array(Type.String({ maxLength: 100 }), { maxItems: 200 })
const capability = Type.Optional(Type.Boolean())

const registerParameters = Type.Object({
  apply_markdown: Type.Boolean({ default: false }),
  client_gravatar: Type.Optional(Type.Boolean()),
  include_subscribers: Type.Union([Type.Literal('true'), Type.Literal('false'), Type.Literal('partial')], {
    default: 'false',
  }),
  slim_presence: Type.Boolean({ default: false }),
  presence_history_limit_days: Type.Integer({ default: 14, minimum: 0 }),
  event_types: Type.Optional(eventTypes),
  all_public_streams: Type.Optional(Type.Boolean()),
  client_capabilities: Type.Object(
    {
      notification_settings_null: capability,
      bulk_message_deletion: capability,
      user_avatar_url_field_optional: capability,
      stream_typing_notifications: capability,
      user_settings_object: capability,
      linkifier_url_template: capability,
      user_list_incomplete: capability,
      include_deactivated_groups: capability,
      archived_channels: capability,
      empty_topic_name: capability,
      simplified_presence_events: capability,
    },
    { default: {} },
  ),
  fetch_event_types: Type.Optional(eventTypes),
  narrow: narrowParameter,
})

type Parameters = Static<typeof registerParameters>

export function registerRoute(api: Api): void {
  api.open.post(
    '/register',
    {
      summary: 'Register an event queue',
      description:
        'Beside what the protocol knows, the state has `web_push_vapid_public_key` (with `realm` or `push_device`): the ' +
        '`applicationServerKey` that browsers subscribe to web push with.',
      parameters: registerParameters,
    },
    register,
  )
}

function register(call: OpenCall<object, Parameters>): JsonTexts | Promise<JsonTexts> {
  return call.inTurns(registered(call))
}

/** Registers a queue; its state is that of the turn it is made in, the last one, so no event falls between them. */
function* registered({
  organization,
  caller,
  sessionId,
  client,
  parameters,
  origin,
}: OpenCall<object, Parameters>): Pieces<JsonTexts> {
  assertMayRegister(organization, caller, parameters)
  const options = optionsOf(organization, caller, parameters, client)
  queueTerms(options.narrow)
  const types = parameters.fetch_event_types ?? parameters.event_types
  const fetched = types && new Set(types)
  const presenceHistoryLimitDays = parameters.presence_history_limit_days
  const context = { organization, viewer: caller, options, origin, presenceHistoryLimitDays }
  const long = yield* longState(context, fetched)
  // Who they are may be another by now.
  const viewer = caller && asOfNow(organization, caller)
  if (viewer?.isActive === false) throw deactivated()
  if (viewer !== caller) assertMayRegister(organization, viewer, parameters)
  const state = initialState({ ...context, viewer }, fetched)
  const queue = viewer && queues(organization).register({ userId: viewer.id, client, options, sessionId })
  return fieldsTexts({ queue_id: queue?.id ?? null, last_event_id: -1, ...state, ...long })
}

function assertMayRegister(
  organization: Organization,
  caller: User | undefined,
  parameters: Parameters,
): void {
  if (!caller) {
    if (!settings(organization).enable_spectator_access) throw unauthenticated()
    if (parameters.client_gravatar === true) {
      throw invalidParameter('client_gravatar', 'client_gravatar cannot be true for unauthenticated requests')
    }
    if (parameters.include_subscribers === 'true') {
      throw invalidParameter(
        'include_subscribers',
        'include_subscribers cannot be requested in unauthenticated requests',
      )
    }
  }
  if (caller && isGuest(caller) && parameters.all_public_streams) {
    throw badRequest('User not authorized for this query: guests cannot see all public channels')
  }
}

function optionsOf(
  organization: Organization,
  caller: User | undefined,
  parameters: Parameters,
  client: string,
): QueueOptions {
  const can = parameters.client_capabilities
  const defaults = caller && queueDefaults(organization, caller)
  return {
    eventTypes: parameters.event_types,
    narrow: parameters.narrow.length === 0 && defaults ? defaults.narrow : parameters.narrow,
    allPublicStreams: parameters.all_public_streams ?? defaults?.allPublicStreams ?? false,
    applyMarkdown: parameters.apply_markdown,
    clientGravatar: parameters.client_gravatar ?? caller !== undefined,
    includeSubscribers: parameters.include_subscribers,
    slimPresence: parameters.slim_presence,
    notificationSettingsNull: can.notification_settings_null ?? false,
    bulkMessageDeletion: can.bulk_message_deletion ?? false,
    userAvatarUrlFieldOptional: can.user_avatar_url_field_optional ?? false,
    streamTypingNotifications: can.stream_typing_notifications ?? false,
    userSettingsObject: can.user_settings_object ?? false,
    linkifierUrlTemplate: can.linkifier_url_template ?? false,
    userListIncomplete: can.user_list_incomplete ?? false,
    includeDeactivatedGroups: can.include_deactivated_groups ?? false,
    archivedChannels: can.archived_channels ?? false,
    emptyTopicName: can.empty_topic_name ?? false,
    simplifiedPresenceEvents: can.simplified_presence_events ?? false,
    publicNames: readsPublicNames(client),
  }
}
