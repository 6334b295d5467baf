// Older messages for the recent conversations, by and by.
import { signal } from '@preact/signals'
import { call, Unreachable } from '../api/call'
import { changeState, generation, state } from '../live/state'
import { toastProblem } from '../parts/toasts'
import { addMessages } from '../store/state'

const batch = 400

/** `failed`: they could not be had; `ended`: there are no older ones. */
export const recentLoading = signal<'idle' | 'loading' | 'failed' | 'ended'>('idle')
let loadedIn = 0
let oldest: number | undefined

/** Has the newest messages known, once for each register. */
export function wantRecent(): void {
  if (loadedIn === generation.peek()) return
  loadedIn = generation.peek()
  oldest = undefined
  void load()
}

/** Has more of them known. */
export function loadOlder(): void {
  void load()
}

async function load(): Promise<void> {
  recentLoading.value = 'loading'
  try {
    const { messages, found_oldest: isOldest } = await call('GET', '/messages', {
      anchor: oldest ?? 'newest',
      num_before: batch,
      num_after: 0,
      include_anchor: oldest === undefined,
      client_gravatar: false,
      allow_empty_topic_name: true,
    })
    changeState((now) => addMessages(now, messages))
    oldest = firstId(messages) ?? oldest
    recentLoading.value = isOldest === true ? 'ended' : 'idle'
  } catch (error) {
    loadedIn = 0
    recentLoading.value = 'failed'
    // Out of reach is said above everything, and it is asked for again.
    if (!(error instanceof Unreachable)) toastProblem(error)
  }
}

function firstId(messages: unknown): number | undefined {
  const [first]: unknown[] = Array.isArray(messages) ? messages : []
  const id: unknown = typeof first === 'object' && first !== null ? Reflect.get(first, 'id') : undefined
  return typeof id === 'number' && state().messages.has(id) ? id : undefined
}
