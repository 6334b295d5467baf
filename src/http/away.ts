// The answer for an organization that is not served here: where it is by now, or that it is on its way there.
import type { OrganizationAwayError } from '../organization/away'
import { ApiError } from './errors'

/** How long those should wait who come while it is on its way, in seconds. */
const retryAfter = '2'

/** 308 to the same path where it is now, which clients go to with the same method; 503 while it is on its way. */
export function awayFailure({ to, message }: OrganizationAwayError, request: Request): ApiError {
  if (to === undefined) return new ApiError('REALM_UNAVAILABLE', message, {}, { 'retry-after': retryAfter })
  const { pathname = '/', search = '' } = URL.parse(request.url) ?? {}
  return new ApiError('REALM_UNAVAILABLE', message, {}, { location: `${to}${pathname}${search}` }, 308)
}
