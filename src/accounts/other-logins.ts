// Ending the logins of a person: API keys and sessions, all of them or all but the one that a call is made with.
import { Type } from '@sinclair/typebox'
import { releasePolls } from '../events/event'
import { readBasic } from '../http/basic'
import type { Transaction } from '../organization/writer'
import { forgetDevices } from '../pushing/queueing'
import { endSessionsOf } from '../sessions/actions'
import { deleteApiKeys } from '../users/repository'
import { hashOf } from './api-keys'

/** What a call is made with: one of the two. */
export interface UsedLogin {
  apiKey: string | undefined
  sessionId: number | undefined
}

export function loginOf(request: Request, sessionId: number | undefined): UsedLogin {
  return { apiKey: sessionId === undefined ? readBasic(request)?.apiKey : undefined, sessionId }
}

/** The parameter of calls that else end all other logins. */
export const keepOtherLogins = Type.Boolean({
  default: false,
  description: 'Whether other API keys and sessions go on',
})

/** Ends every API key and session of a person, but for `except`. */
export function endLogins(tx: Transaction, userId: number, except?: UsedLogin): void {
  endApiKeys(tx, userId, except?.apiKey)
  endSessionsOf(tx, userId, except?.sessionId)
}

/**
 * Ends API keys. Polls that wait are answered with nothing and devices are forgotten, so that whoever is out hears no more;
 * a device that still has a key says so when its app is opened again.
 */
export function endApiKeys(tx: Transaction, userId: number, except?: string): void {
  deleteApiKeys(tx, userId, except === undefined ? undefined : hashOf(except))
  forgetDevices(tx, userId)
  releasePolls(tx, userId)
}
