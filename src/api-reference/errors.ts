// What each error means, what its answer has beside `code` and `msg`, and which calls answer with it.
import { Type, type TProperties } from '@sinclair/typebox'
import { errorStatus, type ErrorCode } from '../http/errors'
import type { RouteDescription } from '../http/route'
import { flag, integer, list, maybe, text } from './answers/shapes'

export const meanings: Readonly<Record<ErrorCode, string>> = {
  BAD_REQUEST: 'It can’t be done, as `msg` says: something is not there, or the caller may not.',
  REQUEST_VARIABLE_MISSING: 'A parameter is missing.',
  REQUEST_VARIABLE_INVALID: 'A parameter is not as it has to be.',
  BAD_NARROW: 'The narrow names what is not there, or what the caller can’t see.',
  BAD_EVENT_QUEUE_ID: 'The queue is gone: register anew.',
  STREAM_DOES_NOT_EXIST: 'There is no such channel, or none that the caller can see.',
  EXPECTATION_MISMATCH: 'Somebody else has changed it since the caller last saw it.',
  REACTION_ALREADY_EXISTS: 'The caller has put this emoji there already.',
  REACTION_DOES_NOT_EXIST: 'The caller has not put this emoji there.',
  MOVE_MESSAGES_TIME_LIMIT_EXCEEDED: 'Some of the messages are too old to be moved by the caller.',
  STREAM_WILDCARD_MENTION_NOT_ALLOWED: 'The caller may not mention everybody in so large a channel.',
  TOPIC_WILDCARD_MENTION_NOT_ALLOWED: 'The caller may not mention everybody in so large a topic.',
  CANNOT_DEACTIVATE_LAST_USER: 'Nobody would be left, or no owner.',
  CANNOT_DEACTIVATE_GROUP_IN_USE: 'The group still has permissions, or is part of another group.',
  CANNOT_ADMINISTER_CHANNEL: 'The caller may not change this channel.',
  SYSTEM_GROUP_REQUIRED: 'The setting takes system groups alone.',
  INVITATION_FAILED: 'Some or all could not be invited; `errors` says who, and why.',
  REALM_UPLOAD_QUOTA: 'The files of the organization would take more than they may.',
  BAD_IMAGE: 'The file is no picture, or none that can be read.',
  INVALID_PUSH_DEVICE_TOKEN: 'No device of the caller has this token.',
  INVALID_REMOTE_PUSH_DEVICE_TOKEN: 'The notification service does not know this device.',
  NO_ACTIVE_PUSH_DEVICE: 'The caller has no device that is notified.',
  ADMIN_ACTION_REQUIRED: 'The server is not set up to reach such devices.',
  FAILED_TO_CONNECT_BOUNCER: 'The notification service could not be reached.',
  INTERNAL_SERVER_ERROR_ON_BOUNCER: 'The notification service failed.',
  UNAUTHORIZED: 'Nobody says who calls, or the key is wrong.',
  USER_DEACTIVATED: 'The account is deactivated.',
  REALM_DEACTIVATED: 'The organization is deactivated.',
  AUTHENTICATION_FAILED: 'Address or password is wrong.',
  UNAUTHORIZED_PRINCIPAL: 'The caller may not do this to the people that are named.',
  CSRF_FAILED: 'The call has the cookie of a session, and does not come from a page of this server.',
  NONEXISTENT_SUBDOMAIN: 'There is no organization at this address.',
  NOT_FOUND: 'There is nothing here.',
  METHOD_NOT_ALLOWED: 'The path has other methods.',
  PAYLOAD_TOO_LARGE: 'The body is larger than it may be.',
  RATE_LIMIT_HIT: 'Too many calls: wait as long as `retry-after` says, in seconds.',
  INTERNAL_SERVER_ERROR: 'A bug of the server; its log has more under `request_id`.',
  REALM_UNAVAILABLE: 'The organization’s data is damaged, and not served.',
  SERVER_STARTING: 'The server has only just started.',
  STORAGE_FULL: 'There is no room left on the disk.',
  FILES_UNAVAILABLE: 'The place where files are kept can’t be reached.',
}

export const extraFields: Readonly<Partial<Record<ErrorCode, TProperties>>> = {
  REQUEST_VARIABLE_MISSING: { var_name: text },
  REQUEST_VARIABLE_INVALID: { var_name: text },
  BAD_NARROW: { desc: text },
  BAD_EVENT_QUEUE_ID: { queue_id: text },
  STREAM_DOES_NOT_EXIST: { stream_id: maybe(integer), stream: maybe(text) },
  MOVE_MESSAGES_TIME_LIMIT_EXCEEDED: {
    first_message_id_allowed_to_move: integer,
    total_messages_in_topic: integer,
    total_messages_allowed_to_move: integer,
  },
  CANNOT_DEACTIVATE_LAST_USER: { is_last_owner: flag, entity: text },
  CANNOT_DEACTIVATE_GROUP_IN_USE: { objections: list(Type.Object({ type: text })) },
  SYSTEM_GROUP_REQUIRED: { setting_name: maybe(text) },
  INVITATION_FAILED: {
    errors: list(Type.Tuple([text, text, flag])),
    invites: list(Type.Object({ id: integer })),
    sent_invitations: flag,
    daily_limit_reached: flag,
    license_limit_reached: flag,
  },
  RATE_LIMIT_HIT: { 'retry-after': integer },
  INTERNAL_SERVER_ERROR: { request_id: text },
}

/** What any call may be answered with, whatever it is about. */
export const everywhere: readonly ErrorCode[] = [
  'UNAUTHORIZED',
  'USER_DEACTIVATED',
  'REALM_DEACTIVATED',
  'CSRF_FAILED',
  'NONEXISTENT_SUBDOMAIN',
  'PAYLOAD_TOO_LARGE',
  'RATE_LIMIT_HIT',
  'INTERNAL_SERVER_ERROR',
  'REALM_UNAVAILABLE',
  'SERVER_STARTING',
  'STORAGE_FULL',
]

const noChannel = ['STREAM_DOES_NOT_EXIST'] as const
const picture = ['BAD_IMAGE'] as const
const permission = ['SYSTEM_GROUP_REQUIRED'] as const
const changed = ['EXPECTATION_MISMATCH'] as const
const tooMany = ['STREAM_WILDCARD_MENTION_NOT_ALLOWED', 'TOPIC_WILDCARD_MENTION_NOT_ALLOWED'] as const
const nothingThere = ['NOT_FOUND'] as const
const quota = ['REALM_UPLOAD_QUOTA', 'FILES_UNAVAILABLE'] as const
const bouncer = [
  'NO_ACTIVE_PUSH_DEVICE',
  'ADMIN_ACTION_REQUIRED',
  'FAILED_TO_CONNECT_BOUNCER',
  'INTERNAL_SERVER_ERROR_ON_BOUNCER',
] as const

/** Further ones of single calls. */
const ofCalls: Readonly<Record<string, readonly ErrorCode[]>> = {
  'POST /api/v1/fetch_api_key': ['AUTHENTICATION_FAILED'],
  'POST /api/v1/accounts/login': ['AUTHENTICATION_FAILED'],
  'POST /api/v1/register': ['BAD_NARROW'],
  'GET /api/v1/events': ['BAD_EVENT_QUEUE_ID'],
  'DELETE /api/v1/events': ['BAD_EVENT_QUEUE_ID'],
  'POST /api/v1/messages': [...noChannel, ...tooMany],
  'GET /api/v1/messages': ['BAD_NARROW'],
  'GET /api/v1/messages/matches_narrow': ['BAD_NARROW'],
  'PATCH /api/v1/messages/{message_id}': [
    ...noChannel,
    ...changed,
    ...tooMany,
    'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
  ],
  'POST /api/v1/messages/flags/narrow': ['BAD_NARROW'],
  'POST /api/v1/messages/{message_id}/reactions': ['REACTION_ALREADY_EXISTS'],
  'DELETE /api/v1/messages/{message_id}/reactions': ['REACTION_DOES_NOT_EXIST'],
  'POST /api/v1/mark_stream_as_read': noChannel,
  'POST /api/v1/mark_topic_as_read': noChannel,
  'POST /api/v1/typing': noChannel,
  'POST /api/v1/drafts': noChannel,
  'PATCH /api/v1/drafts/{draft_id}': noChannel,
  'POST /api/v1/scheduled_messages': noChannel,
  'PATCH /api/v1/scheduled_messages/{scheduled_message_id}': noChannel,
  'POST /api/v1/user_topics': noChannel,
  'PATCH /api/v1/users/me/subscriptions/muted_topics': noChannel,
  'POST /api/v1/streams/{stream_id}/delete_topic': ['UNAUTHORIZED_PRINCIPAL'],
  'POST /api/v1/users/me/subscriptions': ['UNAUTHORIZED_PRINCIPAL', ...permission],
  'DELETE /api/v1/users/me/subscriptions': [...noChannel, 'UNAUTHORIZED_PRINCIPAL'],
  'PATCH /api/v1/users/me/subscriptions': [...noChannel, 'UNAUTHORIZED_PRINCIPAL', ...permission],
  'POST /api/v1/users/me/subscriptions/properties': noChannel,
  'POST /api/v1/channels/create': permission,
  'PATCH /api/v1/streams/{stream_id}': ['CANNOT_ADMINISTER_CHANNEL', ...changed, ...permission],
  'DELETE /api/v1/streams/{stream_id}': ['CANNOT_ADMINISTER_CHANNEL'],
  'PATCH /api/v1/realm': [...changed, ...permission, ...noChannel],
  'POST /api/v1/user_groups/create': permission,
  'PATCH /api/v1/user_groups/{user_group_id}': [...changed, ...permission],
  'POST /api/v1/user_groups/{user_group_id}/deactivate': ['CANNOT_DEACTIVATE_GROUP_IN_USE'],
  'DELETE /api/v1/users/me': ['CANNOT_DEACTIVATE_LAST_USER'],
  'DELETE /api/v1/users/{user_id}': ['CANNOT_DEACTIVATE_LAST_USER'],
  'PATCH /api/v1/users/{user_id}': ['CANNOT_DEACTIVATE_LAST_USER'],
  'POST /api/v1/invites': ['INVITATION_FAILED'],
  'POST /api/v1/bots': [...noChannel, ...picture],
  'PATCH /api/v1/bots/{bot_id}': [...noChannel, ...picture],
  'POST /api/v1/external/{integration}': [...noChannel, ...nothingThere],
  'GET /api/v1/external': nothingThere,
  'POST /api/v1/users/me/avatar': picture,
  'POST /api/v1/realm/emoji/{emoji_name}': picture,
  'POST /api/v1/realm/icon': picture,
  'POST /api/v1/realm/logo': picture,
  'POST /api/v1/mobile_push/register': ['ADMIN_ACTION_REQUIRED'],
  'POST /api/v1/mobile_push/test_notification': [
    'INVALID_PUSH_DEVICE_TOKEN',
    'INVALID_REMOTE_PUSH_DEVICE_TOKEN',
    ...bouncer,
  ],
  'POST /api/v1/mobile_push/e2ee/test_notification': bouncer,
  'POST /api/v1/user_uploads': quota,
  'POST /api/v1/tus': quota,
  'PATCH /api/v1/tus/{upload_id}': quota,
  'POST /api/v1/tus/{upload_id}': ['METHOD_NOT_ALLOWED'],
  'GET /api/v1/user_uploads/{realm_id}/{key}/{name}': nothingThere,
  'GET /user_uploads/{realm_id}/{key}/{name}': [...nothingThere, 'FILES_UNAVAILABLE'],
  'GET /user_uploads/download/{realm_id}/{key}/{name}': [...nothingThere, 'FILES_UNAVAILABLE'],
  'GET /user_uploads/thumbnail/{realm_id}/{key}/{name}/{format}': [...nothingThere, 'FILES_UNAVAILABLE'],
  'GET /user_uploads/temporary/{token}/{name}': [...nothingThere, 'FILES_UNAVAILABLE'],
  'GET /exports/{realm_id}/{key}/{name}': [...nothingThere, 'FILES_UNAVAILABLE'],
  'GET /user_avatars/1/{name}': nothingThere,
  'GET /user_avatars/1/drawn/{name}': nothingThere,
  'GET /user_avatars/1/realm/{name}': nothingThere,
  'GET /user_avatars/1/emoji/images/{name}': nothingThere,
  'GET /external_content/{signature}/{address}': nothingThere,
}

/** The codes that a call may be answered with beside those of everywhere, lower statuses first. */
export function errorsOf(method: string, path: string, route: RouteDescription): ErrorCode[] {
  const parameters = [...Object.values(route.path.properties), ...Object.values(route.parameters.properties)]
  const codes: ErrorCode[] = ['BAD_REQUEST', ...(ofCalls[`${method} ${path}`] ?? [])]
  if ((route.parameters.required ?? []).length > 0) codes.push('REQUEST_VARIABLE_MISSING')
  if (parameters.length > 0) codes.push('REQUEST_VARIABLE_INVALID')
  return codes.toSorted((a, b) => errorStatus[a] - errorStatus[b])
}

const noneOfOwn = { 404: 'There is none, or it is not the caller’s.' }
const ofTus = {
  404: 'There is no such upload, or it is somebody else’s.',
  412: 'Not the version of tus that the server speaks.',
  460: 'The part is not what its checksum says.',
}

/** Statuses of calls that say themselves what they mean. Errors among them have the code `BAD_REQUEST`. */
export const otherStatuses: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  'PATCH /api/v1/drafts/{draft_id}': noneOfOwn,
  'DELETE /api/v1/drafts/{draft_id}': noneOfOwn,
  'PATCH /api/v1/saved_snippets/{saved_snippet_id}': noneOfOwn,
  'DELETE /api/v1/saved_snippets/{saved_snippet_id}': noneOfOwn,
  'PATCH /api/v1/scheduled_messages/{scheduled_message_id}': noneOfOwn,
  'DELETE /api/v1/scheduled_messages/{scheduled_message_id}': noneOfOwn,
  'DELETE /api/v1/reminders/{reminder_id}': noneOfOwn,
  'DELETE /api/v1/users/me/web_push_subscription': noneOfOwn,
  'DELETE /api/v1/realm/emoji/{emoji_name}': noneOfOwn,
  'POST /api/v1/tus': {
    ...ofTus,
    201: 'The upload is there: its parts go to `Location`.',
    501: 'Asks for what the server has not.',
  },
  'HEAD /api/v1/tus/{upload_id}': { ...ofTus, 200: 'How much has come, in `Upload-Offset`.' },
  'PATCH /api/v1/tus/{upload_id}': {
    ...ofTus,
    204: 'The part is there.',
    409: 'The part does not begin where the one before ended.',
    415: 'Not of the type that parts have.',
    423: 'Another part is being sent.',
  },
  'DELETE /api/v1/tus/{upload_id}': { ...ofTus, 204: 'The upload is gone.' },
  'POST /api/v1/tus/{upload_id}': {
    ...ofTus,
    204: 'Done; for clients that send POST in place of PATCH and DELETE.',
  },
}
