// What is counted of requests: by route and status, and how long they took. And those that took very long are logged.
import { Durations } from '../metrics/durations'
import type { RouteCounts } from '../metrics/snapshot'
import type { Handler } from './route'

/** Told of each answer that took longer than it should. @param milliseconds how long */
export type TellSlow = (request: Request, path: string, status: number, milliseconds: number) => void

export class RequestMetrics {
  readonly #counts: RouteCounts[] = []

  /** Those routes that were asked for. */
  get routes(): readonly RouteCounts[] {
    return this.#counts
  }

  /**
   * The same handler, counted.
   * @param slow what is told of answers that took longer than so many milliseconds; undefined: nothing is
   */
  measured(
    { method, path, waits = false }: { method: string; path: string; waits?: boolean | undefined },
    handler: Handler,
    slow: { milliseconds: number; tell: TellSlow } | undefined,
  ): Handler {
    let counts: { statuses: Map<number, number>; durations: Durations } | undefined
    const note = (request: Request, status: number, startedAt: number): void => {
      if (!counts) {
        const made = { statuses: new Map<number, number>(), durations: new Durations() }
        counts = made
        this.#counts.push({ method, path, waits, ...made })
      }
      const milliseconds = performance.now() - startedAt
      counts.statuses.set(status, (counts.statuses.get(status) ?? 0) + 1)
      counts.durations.note(milliseconds / 1000)
      if (slow && milliseconds > slow.milliseconds) slow.tell(request, path, status, milliseconds)
    }
    return (request, server) => {
      const startedAt = performance.now()
      const answer = handler(request, server)
      if (!(answer instanceof Promise)) {
        note(request, answer.status, startedAt)
        return answer
      }
      return answer.then((response) => {
        note(request, response.status, startedAt)
        return response
      })
    }
  }
}
