// What a caller is told whose test notification did not get past the service that passes it on (contract 7).
import { ApiError } from '../http/errors'
import { codeOf, type BouncerAnswer } from './bouncer'

/** The error that a bouncer's answer comes to; undefined if it is none. */
export function bouncerError(answer: BouncerAnswer): ApiError | undefined {
  if (answer.kind === 'unreachable') return failsToConnect()
  const { status, json } = answer
  if (status >= 200 && status < 300 && json !== undefined) return undefined
  if (codeOf(json) === 'INVALID_REMOTE_PUSH_DEVICE_TOKEN') return unknownToBouncer()
  if (status >= 400 && status < 500 && status !== 429) return adminActionRequired()
  return failsItself()
}

export function unknownToBouncer(): ApiError {
  return new ApiError(
    'INVALID_REMOTE_PUSH_DEVICE_TOKEN',
    'The push notification service does not know the device',
    {},
  )
}

/** Nothing that the caller does can help. */
export function adminActionRequired(): ApiError {
  return new ApiError(
    'ADMIN_ACTION_REQUIRED',
    'Push notifications are not set up rightly on this server: whoever runs it has to see to that',
    {},
  )
}

export function failsToConnect(): ApiError {
  return new ApiError('FAILED_TO_CONNECT_BOUNCER', 'The push notification service could not be reached', {})
}

export function failsItself(): ApiError {
  return new ApiError(
    'INTERNAL_SERVER_ERROR_ON_BOUNCER',
    'The push notification service has a problem of its own: try again later',
    {},
  )
}
