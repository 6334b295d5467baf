// Tells the server every minute that this person is here, and learns who else is; the server's clock, as far as it is known.
import { signal } from '@preact/signals'
import { call, Problem, Unreachable } from '../api/call'
import { addPresences } from '../store/state'
import { isLoaded, changeState, state } from './state'

/** Longer than this without a key or a movement, in milliseconds, and somebody is idle. */
const idleAfter = 5 * 60_000
const signs = ['pointerdown', 'pointermove', 'keydown', 'scroll', 'focus'] as const

/** UNIX seconds by the server's clock, a tick every half minute: what is shown of times and presence follows it. */
export const now = signal(Date.now() / 1000)

let ahead = 0
let lastSign = Date.now()

/** To be called once. */
export function reportPresence(): void {
  for (const sign of signs) addEventListener(sign, noteSign, { passive: true, capture: true })
  document.addEventListener('visibilitychange', () => void report())
  setInterval(tick, 30_000)
  const ended = isLoaded.subscribe((loaded) => {
    if (!loaded) return
    queueMicrotask(() => ended())
    follow()
  })
}

function follow(): void {
  learnClock(state().presences.server_timestamp)
  void report()
  setInterval(() => void report(), state().server.server_presence_ping_interval_seconds * 1000)
}

function noteSign(): void {
  const at = Date.now()
  const wasIdle = at - lastSign > idleAfter
  lastSign = at
  if (wasIdle) void report()
}

function tick(): void {
  now.value = Date.now() / 1000 + ahead
}

function learnClock(serverTime: number): void {
  if (serverTime > 0) ahead = serverTime - Date.now() / 1000
  tick()
}

/** A call that fails is made up for by the next one. @throws what is a bug of ours */
async function report(): Promise<void> {
  const isActive = document.visibilityState === 'visible' && Date.now() - lastSign < idleAfter
  try {
    const answer = await call('POST', '/users/me/presence', {
      status: isActive ? 'active' : 'idle',
      last_update_id: state().presences.presence_last_update_id,
      new_user_input: isActive,
    })
    changeState((before) => addPresences(before, answer))
    const { server_timestamp } = answer
    if (typeof server_timestamp === 'number') learnClock(server_timestamp)
  } catch (error) {
    if (!(error instanceof Problem || error instanceof Unreachable)) throw error
  }
}
