// What is counted of attempts at jobs, for those who watch the server.
import { Durations } from '../metrics/durations'
import type { JobKind } from './kind'

/** Of one kind, since the server started. */
export interface AttemptCounts {
  done: number
  /** Those that are tried again, too. */
  failed: number
  readonly durations: Durations
}

/** @param counts by the kind's name. @param milliseconds how long it took */
export function countAttempt(
  counts: Map<string, AttemptCounts>,
  { name }: JobKind,
  isDone: boolean,
  milliseconds: number,
): void {
  const none = (): AttemptCounts => ({ done: 0, failed: 0, durations: new Durations() })
  const ofKind = counts.getOrInsertComputed(name, none)
  ofKind[isDone ? 'done' : 'failed']++
  ofKind.durations.note(milliseconds / 1000)
}
