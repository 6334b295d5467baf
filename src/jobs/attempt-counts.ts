// What is counted of attempts at jobs, for those who watch the server.
import { type AttemptCounts, noAttempts } from '../metrics/counters'
import type { JobKind } from './kind'

/** @param counts by the kind's name. @param milliseconds how long it took */
export function countAttempt(
  counts: Map<string, AttemptCounts>,
  { name }: JobKind,
  isDone: boolean,
  milliseconds: number,
): void {
  const ofKind = counts.getOrInsertComputed(name, noAttempts)
  ofKind[isDone ? 'done' : 'failed']++
  ofKind.durations.note(milliseconds / 1000)
}
