// The service worker: it takes pushes while no window is open, and keeps what is needed to open without a network.

export const workerPath = '/service-worker.js'

interface Policy {
  createScriptURL(address: string): string
}

let registered: Promise<ServiceWorkerRegistration | undefined> | undefined

/** Registers it, once. @returns undefined where there can be none, such as by plain HTTP */
export function worker(): Promise<ServiceWorkerRegistration | undefined> {
  return (registered ??= register())
}

async function register(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator)) return undefined
  // A notification that was clicked leads to its conversation in the window that is there.
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'object' && data !== null && 'place' in data && typeof data.place === 'string')
      location.hash = data.place
  })
  try {
    const address = policy().createScriptURL(workerPath)
    const registration: unknown = await navigator.serviceWorker.register(address, { scope: '/' })
    return registration ? await navigator.serviceWorker.ready : undefined
  } catch {
    return undefined
  }
}

/** Trusted Types want to know that the address is ours; browsers without them take it as it is. */
function policy(): Policy {
  const factory: unknown = Reflect.get(globalThis, 'trustedTypes')
  const rules: Policy = { createScriptURL: (address) => (address === workerPath ? address : '') }
  return hasPolicies(factory) ? factory.createPolicy('service-worker', rules) : rules
}

function hasPolicies(value: unknown): value is { createPolicy(name: string, rules: Policy): Policy } {
  return typeof value === 'object' && value !== null && 'createPolicy' in value
}
