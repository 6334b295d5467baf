// Web Push: where the person has let this browser notify them, it is subscribed, so that it hears of messages when no window is open.
import { call } from '../api/call'
import { clearAtLogOut } from '../live/log-out'
import { state } from '../live/state'
import { worker } from './worker'

/** Subscribes the browser if it may notify; whatever a push service refuses is no failure of the client. */
export async function subscribeToPushes(): Promise<void> {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return
  const registration = await worker()
  const { web_push_vapid_public_key: key } = state().devices
  if (!registration?.pushManager || key === '') return
  try {
    const subscription = await registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: key,
    })
    const { endpoint, keys = {} } = subscription.toJSON()
    if (endpoint === undefined) return
    await call('POST', '/users/me/web_push_subscription', { endpoint, keys })
  } catch {
    // No push service, or none that is reachable: windows that are open tell of messages all the same.
  }
}

clearAtLogOut(async () => {
  const registration = await navigator.serviceWorker?.getRegistration()
  const subscription = await registration?.pushManager?.getSubscription()
  await subscription?.unsubscribe()
})
