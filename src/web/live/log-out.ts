// Logging out: the session ends, and what this browser has kept of it goes.
import { stopPolling } from './connection'

const clearings = new Set<() => unknown>()

/** Has something that is kept in this browser removed when the person logs out. */
export function clearAtLogOut(clear: () => unknown): void {
  clearings.add(clear)
}

/** Ends the session; the server answers with the page to log in. */
export async function logOut(): Promise<void> {
  stopPolling()
  await Promise.allSettled([...clearings].map(async (clear) => clear()))
  const form = document.createElement('form')
  form.method = 'post'
  form.action = '/logout'
  document.body.append(form)
  form.submit()
}
