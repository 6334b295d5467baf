// Logging out: the session ends, and what this browser has kept of it goes.
import { stopPolling } from './connection'
import { forgetStored } from './own-storage'

const clearings = new Set<() => unknown>()

/** Has something done before the person logs out; what stands in the browser's storage goes without being asked for. */
export function clearAtLogOut(clear: () => unknown): void {
  clearings.add(clear)
}

/** Ends the session; the server answers with the page to log in. */
export async function logOut(): Promise<void> {
  stopPolling()
  await Promise.allSettled([...clearings].map(async (clear) => clear()))
  forgetStored()
  const form = document.createElement('form')
  form.method = 'post'
  form.action = '/logout'
  document.body.append(form)
  form.submit()
}
