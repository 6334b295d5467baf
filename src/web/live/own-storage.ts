// What this browser keeps for whoever is logged in: by things, each under a name with their ID; nobody else who logs in here gets it.
import { dictionary, isFields, type Check } from '../store/shapes'
import { appearanceKey } from './remembered-appearance'
import { state } from './state'

/** Under which this browser keeps whose all the rest is. */
const ownerKey = 'owner'

/** The person of this page; undefined before the first register. */
let owner: string | undefined

/** Whether nothing is to be kept of them any more. */
let isForgotten = false

/**
 * Makes what this browser keeps theirs: what somebody else has left goes first, and so does all that they had in this page.
 * @returns whether the page has to be loaded again for that
 */
export function claimBrowser(userId: number): boolean {
  const claiming = String(userId)
  const isOthersPage = owner !== undefined && owner !== claiming
  const before = localStorage.getItem(ownerKey)
  const isOthers = before !== null && before !== claiming
  if (isOthers) {
    forgetStored()
    if ('caches' in globalThis)
      void caches.keys().then((names) => names.forEach((name) => void caches.delete(name)))
  }
  owner ??= claiming
  localStorage.setItem(ownerKey, claiming)
  isForgotten = isOthers || isOthersPage
  return isForgotten
}

/** Takes away all but how the page looks, whichever part of the client has kept it, for good: the page is about to go. */
export function forgetStored(): void {
  isForgotten = true
  sessionStorage.clear()
  for (const key of Object.keys(localStorage)) if (key !== appearanceKey) localStorage.removeItem(key)
}

/**
 * Has `told` called when the person logs out in another window of this browser: nothing is kept here from then on.
 * @param told whether somebody else has logged in there by now
 */
export function onLeftElsewhere(told: (isTaken: boolean) => void): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (owner === undefined || (key !== ownerKey && key !== null) || newValue === owner) return
    isForgotten = true
    told(newValue !== null)
  })
}

/** Values by key, under a name. */
export interface OwnStorage<Value> {
  all(): Readonly<Record<string, Value>>
  /** @param value undefined takes it away @returns false where the browser keeps nothing more */
  keep(key: string, value: Value | undefined): boolean
}

/** @param name what they are called, such as `drafts`; values of another shape are left out */
export function ownStorage<Value>(name: string, check: Check<Value>): OwnStorage<Value> {
  const place = (): string => `${name}-${state().ownUser.user_id}`
  const isKept = dictionary(check)
  const all = (): Readonly<Record<string, Value>> => {
    const stored: unknown = JSON.parse(localStorage.getItem(place()) ?? '{}')
    return isFields(stored) && isKept(stored) ? stored : {}
  }
  return {
    all,
    keep(key, value) {
      if (isForgotten) return false
      const kept = Object.entries(all()).filter(([name]) => name !== key)
      if (value !== undefined) kept.push([key, value])
      try {
        if (kept.length === 0) localStorage.removeItem(place())
        else localStorage.setItem(place(), JSON.stringify(Object.fromEntries(kept)))
        return true
      } catch {
        return false
      }
    },
  }
}
