// The connection: registers, polls for events for as long as the page lives, and registers anew where the queue is gone.
import { signal } from '@preact/signals'
import { call, callAs, endCalls, Problem, readAnswer } from '../api/call'
import { isFields } from '../store/shapes'
import { registration } from '../store/registration'
import type { ServerEvent } from '../store/events'
import { claimBrowser, onLeftElsewhere } from './own-storage'
import { startWith, takeIn } from './state'
import { wakeUps, type WakeUps } from './wake-ups'

/**
 * `waiting`: what was tried last has failed, and is tried again by itself; `ended`: nobody is logged in any more; `left`: nor is
 * anybody to be told so, who has logged out in another window, or whose account is closed.
 */
export const connection = signal<'starting' | 'live' | 'waiting' | 'ended' | 'left'>('starting')

/** Counts how often the server has answered again after it could not be reached: what failed meanwhile is worth another try. */
export const returns = signal(0)

/** Of this register's queue; undefined before the first one. Some calls name it, such as sends with a local ID. */
export const queueId = signal<string | undefined>(undefined)

/** The server answers a poll after 90 seconds at the latest; a connection that says nothing for longer is dead. */
const longestPoll = 110_000
/** What is answered at once, within this, or the network is gone and has not said so. */
const longestAnswer = 20_000
const shortestPause = 500
const longestPause = 30_000

/** Runs until the session ends. @param early what `registerEarly` has begun */
export async function stayConnected(early: Promise<Response>): Promise<void> {
  let first: Promise<Response> | undefined = early
  let failures = 0
  let isLeft = false
  onLeftElsewhere((isTaken) => {
    isLeft = true
    // Else the session is about to end, which the server will say.
    if (isTaken) end('left')
  })
  for (;;) {
    try {
      const answer = await (first ? first.then(readAnswer) : registerAnew())
      // Whoever logs out leaves nothing behind, nor takes anything up.
      if (isLeaving) return
      const userId = Number(answer['user_id'])
      if (claimBrowser(userId)) return startOver()
      callAs(userId)
      startWith(answer)
      connection.value = 'live'
      failures = 0
      const { queue_id, last_event_id } = answer
      if (typeof queue_id !== 'string') throw new Error('The register has no queue')
      queueId.value = queue_id
      await pollUntilGone(queue_id, Number(last_event_id))
    } catch (error) {
      // That an account or the organization is closed, the page to log in says.
      if (error instanceof Problem && error.status === 401)
        return end(isLeft || error.code !== 'UNAUTHORIZED' ? 'left' : 'ended')
      connection.value = 'waiting'
      failures += 1
      await pause(failures, error)
    }
    first = undefined
  }
}

/** Somebody else may have logged in by now, who is then told apart. */
function registerAnew(): ReturnType<typeof call> {
  return call('POST', '/register', registration, { asAnybody: true })
}

/** Nothing is asked any more: the next session in this browser may be somebody else's. */
function end(how: 'ended' | 'left'): void {
  endCalls()
  if (connection.peek() !== 'left') connection.value = how
}

/** Somebody else has logged in here: what this page still has of the one before goes without being sent or kept. */
function startOver(): void {
  endCalls()
  location.reload()
}

/** Returns when the server does not know the queue any more. @throws Problem where the session has ended */
async function pollUntilGone(queue: string, lastEventId: number): Promise<void> {
  let last = lastEventId
  let failures = 0
  let isWoken = false
  for (;;) {
    try {
      const events = await poll(queue, last, isWoken || failures > 0)
      connection.value = 'live'
      takeIn(events)
      if (failures > 0) returns.value += 1
      failures = 0
      isWoken = false
      const id = events.at(-1)?.['id']
      if (typeof id === 'number') last = id
    } catch (error) {
      if (error instanceof Problem && error.code === 'BAD_EVENT_QUEUE_ID') return
      if (error instanceof Problem && error.status === 401) throw error
      if (error === 'woken') {
        isWoken = true
        continue
      }
      failures += 1
      // One poll that breaks off is nothing that people have to know.
      if (failures > 1) connection.value = 'waiting'
      await pause(failures, error)
    }
  }
}

let isLeaving = false
let polling: WakeUps | undefined

/** Ends the polls: whoever logs out leaves the page, and no poll is to be told that there is no session any more. */
export function stopPolling(): void {
  isLeaving = true
  polling?.abort('woken')
}

/**
 * @param atOnce whether to be answered even without events: the first poll after a failure, or a sleep, tells that all is well
 * @throws 'woken', 'silent', and what a call throws
 */
async function poll(queue: string, last: number, atOnce: boolean): Promise<readonly ServerEvent[]> {
  if (isLeaving) await new Promise<never>(() => undefined)
  const woken = wakeUps()
  polling = woken
  const timeout = setTimeout(() => woken.abort('silent'), atOnce ? longestAnswer : longestPoll)
  try {
    const { events } = await call(
      'GET',
      '/events',
      { queue_id: queue, last_event_id: last, ...(atOnce ? { dont_block: true } : {}) },
      { signal: woken.signal },
    )
    return Array.isArray(events) ? events.filter(isEvent) : []
  } finally {
    clearTimeout(timeout)
    woken.done()
  }
}

function isEvent(event: unknown): event is ServerEvent {
  return isFields(event) && typeof event.type === 'string' && typeof event.id === 'number'
}

/** Waits longer after each failure, a random part of it so that not all come back at once; ends when the network does. */
async function pause(failures: number, error: unknown): Promise<void> {
  const most = Math.min(longestPause, shortestPause * 2 ** (failures - 1))
  const asked = error instanceof Problem ? (error.retryAfterSeconds ?? 0) * 1000 : 0
  const woken = wakeUps()
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, Math.max(asked, most * (0.5 + Math.random() / 2)))
    // What the server has asked for is waited for.
    if (asked > 0) return
    woken.signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
  woken.done()
}
