// What a look at an installation comes to: what was found, how bad it is, and what to do.
import type { Settings } from '../settings/settings'

/** `problem`: something does not work, or will be lost; `warning`: it may not for long. */
export type Level = 'ok' | 'warning' | 'problem'

export interface Finding {
  readonly level: Level
  /** A sentence. */
  readonly found: string
  /** What to do, in a sentence; null where there is nothing to do. */
  readonly advice: string | null
}

/** What is looked at. */
export interface Patient {
  readonly dataFolder: string
  readonly settings: Settings
  /** What of `confab.toml` is not among them, and why, in sentences. */
  readonly faults: readonly string[]
  /** Milliseconds. */
  readonly now: number
}

export interface Check {
  readonly name: string
  /** @param signal aborted when it takes too long: nobody waits for it then */
  run(patient: Patient, signal: AbortSignal): Promise<readonly Finding[]>
}

export function ok(found: string): Finding {
  return { level: 'ok', found, advice: null }
}

export function warning(found: string, advice: string): Finding {
  return { level: 'warning', found, advice }
}

export function problem(found: string, advice: string): Finding {
  return { level: 'problem', found, advice }
}

/** What an error says, in one line. */
export function wordsOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ')
}

export function bytes(count: number): string {
  const mib = count / 1024 / 1024
  return mib < 1024 ? `${Math.floor(mib)} MiB` : `${(mib / 1024).toFixed(1)} GiB`
}
