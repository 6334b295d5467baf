// What comes of sending a notification to the maker of a device.
import type { ApiError } from '../http/errors'
import { DestinationFailure, GiveUp } from '../jobs/kind'
import { adminActionRequired, failsToConnect, failsItself, unknownToBouncer } from './bouncer-errors'

export type PushOutcome =
  | { readonly kind: 'sent' }
  /** The device is not notified by this token any more: the app was removed, or there is another token. */
  | { readonly kind: 'gone' }
  | PushFailure

export interface PushFailure {
  /**
   * Nobody answers; they have trouble of their own, or enough of us; they don't accept this server, or don't know the app; or they
   * don't take this notification, however often it is sent.
   */
  readonly kind: 'unreachable' | 'failing' | 'unauthorized' | 'rejected'
  /** For the log and for whoever runs the server: with nothing secret in it. */
  readonly reason: string
  readonly retryAfterSeconds?: number | undefined
}

/**
 * The end of a delivery.
 * @returns whether the device was reached; false if it is gone. @throws DestinationFailure, GiveUp
 */
export function wasReached(outcome: PushOutcome): boolean {
  if (outcome.kind === 'sent') return true
  if (outcome.kind === 'gone') return false
  if (outcome.kind === 'rejected') throw new GiveUp(outcome.reason)
  throw new DestinationFailure(outcome.reason, outcome.retryAfterSeconds)
}

/** What a caller is told whose test notification came to that; undefined if it arrived (contract 7). */
export function outcomeError({ kind }: PushOutcome): ApiError | undefined {
  switch (kind) {
    case 'sent':
      return undefined
    case 'gone':
      return unknownToBouncer()
    case 'unreachable':
      return failsToConnect()
    case 'failing':
      return failsItself()
    case 'unauthorized':
    case 'rejected':
      return adminActionRequired()
  }
}
