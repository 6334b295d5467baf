// Routes of devices that are notified by the plain protocol: /users/me/android_gcm_reg_id, /users/me/apns_device_token,
// /mobile_push/test_notification.
import { Type } from '@sinclair/typebox'
import type { Api } from '../../http/api'
import { addDevice, removeDevice } from './actions'
import { sendTestNotification } from './testing'

const fcmPath = '/users/me/android_gcm_reg_id'
const apnsPath = '/users/me/apns_device_token'
const token = Type.String({ description: 'What the device is known by to its maker' })
const parameters = Type.Object({ token })

export function plainPushRoutes(api: Api): void {
  api.post(
    fcmPath,
    { summary: 'Add an FCM registration token', bots: 'none', parameters },
    ({ organization, caller, parameters }) =>
      addDevice(organization, caller, { kind: 'fcm', token: parameters.token, iosAppId: null }),
  )
  api.delete(
    fcmPath,
    { summary: 'Remove an FCM registration token', bots: 'none', parameters },
    ({ organization, caller, parameters }) =>
      removeDevice(organization, caller, { kind: 'fcm', token: parameters.token }),
  )
  api.post(
    apnsPath,
    {
      summary: 'Add an APNs device token',
      bots: 'none',
      parameters: Type.Object({
        token,
        appid: Type.String({ description: 'The app that asks, such as `org.zulip.Zulip`' }),
      }),
    },
    ({ organization, caller, parameters }) =>
      addDevice(organization, caller, {
        kind: 'apns',
        token: parameters.token,
        iosAppId: parameters.appid,
      }),
  )
  api.delete(
    apnsPath,
    { summary: 'Remove an APNs device token', bots: 'none', parameters },
    ({ organization, caller, parameters }) =>
      removeDevice(organization, caller, { kind: 'apns', token: parameters.token }),
  )
  api.post(
    '/mobile_push/test_notification',
    {
      summary: 'Send a test notification to mobile device(s)',
      bots: 'none',
      parameters: Type.Object({
        token: Type.Optional(Type.String({ description: 'Of one device; all, if it is not said' })),
      }),
    },
    ({ organization, caller, parameters }) => sendTestNotification(organization, caller, parameters.token),
  )
}
