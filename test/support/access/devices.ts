// Calls of the access table about the devices on which people are notified.
import type { Calls } from './given'
import type { AccessWorld } from './world'
import type { Client } from '../client'

const android = (world: AccessWorld) => ({ token: `android-${world.next()}` })
const apple = (world: AccessWorld) => ({
  token: `${world.next()}`.padStart(64, 'a'),
  appid: 'org.example.App',
})

/** One that the caller has just registered, or nobody's where they can't. */
const registered =
  (path: string, device: (world: AccessWorld) => { token: string }) =>
  async (world: AccessWorld, who: Client) => {
    const made = device(world)
    await who.post(path, made)
    return { parameters: { token: made.token } }
  }

export const deviceCalls: Calls = {
  'POST /api/v1/users/me/android_gcm_reg_id': (world) => ({ parameters: android(world) }),
  'DELETE /api/v1/users/me/android_gcm_reg_id': registered('/users/me/android_gcm_reg_id', android),
  'POST /api/v1/users/me/apns_device_token': (world) => ({ parameters: apple(world) }),
  'DELETE /api/v1/users/me/apns_device_token': registered('/users/me/apns_device_token', apple),
  // The server has no way to devices: those who may call it are told so.
  'POST /api/v1/mobile_push/test_notification': registered('/users/me/android_gcm_reg_id', android),
}
