// The error catalogue: every code the API can answer with, its status and its extra fields (contract 7).
import type { Fault } from './faults'

/** The extra fields of each code's answer. */
export interface ErrorFields {
  BAD_REQUEST: object
  REQUEST_VARIABLE_MISSING: { var_name: string }
  REQUEST_VARIABLE_INVALID: { var_name: string }
  BAD_NARROW: { desc: string }
  BAD_EVENT_QUEUE_ID: { queue_id: string }
  STREAM_DOES_NOT_EXIST: { stream_id: number } | { stream: string }
  EXPECTATION_MISMATCH: object
  REACTION_ALREADY_EXISTS: object
  REACTION_DOES_NOT_EXIST: object
  MOVE_MESSAGES_TIME_LIMIT_EXCEEDED: {
    first_message_id_allowed_to_move: number
    total_messages_in_topic: number
    total_messages_allowed_to_move: number
  }
  STREAM_WILDCARD_MENTION_NOT_ALLOWED: object
  TOPIC_WILDCARD_MENTION_NOT_ALLOWED: object
  CANNOT_DEACTIVATE_LAST_USER: { is_last_owner: boolean; entity: string }
  CANNOT_DEACTIVATE_GROUP_IN_USE: { objections: readonly object[] }
  CANNOT_ADMINISTER_CHANNEL: object
  SYSTEM_GROUP_REQUIRED: { setting_name?: string }
  INVITATION_FAILED: {
    /** Address, why not, whether it is that of a deactivated account. */
    errors: readonly (readonly [string, string, boolean])[]
    /** Those of the others, as GET /invites has them. */
    invites: readonly object[]
    sent_invitations: boolean
    daily_limit_reached: boolean
    license_limit_reached: false
  }
  REALM_UPLOAD_QUOTA: object
  BAD_IMAGE: object
  INVALID_PUSH_DEVICE_TOKEN: object
  INVALID_REMOTE_PUSH_DEVICE_TOKEN: object
  NO_ACTIVE_PUSH_DEVICE: object
  ADMIN_ACTION_REQUIRED: object
  FAILED_TO_CONNECT_BOUNCER: object
  INTERNAL_SERVER_ERROR_ON_BOUNCER: object
  UNAUTHORIZED: object
  USER_DEACTIVATED: object
  REALM_DEACTIVATED: object
  AUTHENTICATION_FAILED: object
  UNAUTHORIZED_PRINCIPAL: object
  CSRF_FAILED: object
  NONEXISTENT_SUBDOMAIN: object
  NOT_FOUND: object
  METHOD_NOT_ALLOWED: object
  PAYLOAD_TOO_LARGE: object
  RATE_LIMIT_HIT: { 'retry-after': number }
  INTERNAL_SERVER_ERROR: { request_id: string }
  REALM_UNAVAILABLE: object
  SERVER_STARTING: object
  STORAGE_FULL: object
  FILES_UNAVAILABLE: object
}

export type ErrorCode = keyof ErrorFields

export const errorStatus: Readonly<Record<ErrorCode, number>> = {
  BAD_REQUEST: 400,
  REQUEST_VARIABLE_MISSING: 400,
  REQUEST_VARIABLE_INVALID: 400,
  BAD_NARROW: 400,
  BAD_EVENT_QUEUE_ID: 400,
  STREAM_DOES_NOT_EXIST: 400,
  EXPECTATION_MISMATCH: 400,
  REACTION_ALREADY_EXISTS: 400,
  REACTION_DOES_NOT_EXIST: 400,
  MOVE_MESSAGES_TIME_LIMIT_EXCEEDED: 400,
  STREAM_WILDCARD_MENTION_NOT_ALLOWED: 400,
  TOPIC_WILDCARD_MENTION_NOT_ALLOWED: 400,
  CANNOT_DEACTIVATE_LAST_USER: 400,
  CANNOT_DEACTIVATE_GROUP_IN_USE: 400,
  CANNOT_ADMINISTER_CHANNEL: 400,
  SYSTEM_GROUP_REQUIRED: 400,
  INVITATION_FAILED: 400,
  REALM_UPLOAD_QUOTA: 400,
  BAD_IMAGE: 400,
  INVALID_PUSH_DEVICE_TOKEN: 400,
  INVALID_REMOTE_PUSH_DEVICE_TOKEN: 400,
  NO_ACTIVE_PUSH_DEVICE: 400,
  ADMIN_ACTION_REQUIRED: 502,
  FAILED_TO_CONNECT_BOUNCER: 502,
  INTERNAL_SERVER_ERROR_ON_BOUNCER: 502,
  UNAUTHORIZED: 401,
  USER_DEACTIVATED: 401,
  REALM_DEACTIVATED: 401,
  AUTHENTICATION_FAILED: 401,
  UNAUTHORIZED_PRINCIPAL: 403,
  CSRF_FAILED: 403,
  NONEXISTENT_SUBDOMAIN: 404,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  PAYLOAD_TOO_LARGE: 413,
  RATE_LIMIT_HIT: 429,
  INTERNAL_SERVER_ERROR: 500,
  REALM_UNAVAILABLE: 503,
  SERVER_STARTING: 503,
  STORAGE_FULL: 507,
  FILES_UNAVAILABLE: 503,
}

/** An answer other than success; actions throw it, the envelope writes it. */
export class ApiError<Code extends ErrorCode = ErrorCode> extends Error {
  constructor(
    readonly code: Code,
    message: string,
    readonly fields: ErrorFields[Code],
    /** Response headers that belong to the answer, such as `Retry-After`. */
    readonly headers: Readonly<Record<string, string>> = {},
    readonly status = errorStatus[code],
    /** What is wrong with what somebody filled in, for pages to say it in other words than `message`. */
    readonly fault?: Fault,
  ) {
    super(message)
    this.name = 'ApiError'
  }
}

/** Why a server has no organization for an address: it is new, the address is its own and it has `several`, or nobody's. */
export class NoOrganizationError extends ApiError<'NONEXISTENT_SUBDOMAIN'> {
  /** @param base the host, with its port, that organizations have their names before, where the caller used it */
  constructor(
    readonly why: 'empty' | 'several' | 'unknown',
    readonly base: string | undefined,
  ) {
    super('NONEXISTENT_SUBDOMAIN', 'There is no organization at this address', {})
  }
}

/** A request that can't be carried out and has no code of its own. */
export function badRequest(message: string, fault?: Fault): ApiError<'BAD_REQUEST'> {
  return new ApiError('BAD_REQUEST', message, {}, {}, errorStatus.BAD_REQUEST, fault)
}

/** Somebody whose account is deactivated, perhaps since their request came. */
export function deactivated(): ApiError<'USER_DEACTIVATED'> {
  return new ApiError('USER_DEACTIVATED', 'Account is deactivated', {})
}

/** A draft, a snippet or the like: something of the caller's own, of which there is none. */
export function noneOfOwn(message: string): ApiError<'BAD_REQUEST'> {
  return new ApiError('BAD_REQUEST', message, {}, {}, 404)
}

/** A parameter that breaks its type or rule; the message should name it. */
export function invalidParameter(
  name: string,
  message: string,
  fault?: Fault,
): ApiError<'REQUEST_VARIABLE_INVALID'> {
  const status = errorStatus.REQUEST_VARIABLE_INVALID
  return new ApiError('REQUEST_VARIABLE_INVALID', message, { var_name: name }, {}, status, fault)
}

export function missingParameter(name: string): ApiError<'REQUEST_VARIABLE_MISSING'> {
  return new ApiError('REQUEST_VARIABLE_MISSING', `Missing '${name}' argument`, { var_name: name })
}

/** A channel that is missing, or that the caller may not see: the same answer for both. */
export function noSuchChannel(channel: { stream_id: number } | { stream: string }): ApiError {
  const message =
    'stream_id' in channel
      ? `Channel with ID '${channel.stream_id}' does not exist`
      : `Channel '${channel.stream}' does not exist`
  return new ApiError('STREAM_DOES_NOT_EXIST', message, channel)
}

/** The same where the call is about this one channel: its own addresses, its ID, its topics, the default channels. */
export function invalidChannel(channel: { stream_id: number } | { stream: string }): ApiError {
  return badRequest(
    'stream_id' in channel ? 'Invalid channel ID' : `Invalid channel name '${channel.stream}'`,
  )
}
