// Routes of end-to-end encrypted devices: registering one, and a test notification (level 406, contract 4.19).
import { Type } from '@sinclair/typebox'
import type { Api } from '../../http/api'
import { Id, Text } from '../../http/parameters'
import { registerDevice } from './actions'
import { sendTest } from './testing'

/** Of keys: 32 bytes in Base64. */
const Key = (description: string) => Text({ maxLength: 44, description })

export function encryptedDeviceRoutes(api: Api): void {
  api.post(
    '/mobile_push/register',
    {
      summary: 'Register an end-to-end encrypted push device',
      description:
        'The device is `pending` until the bouncer has answered; `push_device` events tell what has become of it.',
      bots: 'none',
      parameters: Type.Object({
        token_kind: Type.Union([Type.Literal('apns'), Type.Literal('fcm')]),
        push_account_id: Type.Integer({
          minimum: 0,
          maximum: Number.MAX_SAFE_INTEGER,
          description: 'Drawn by the client for this account on this device',
        }),
        push_public_key: Key('What notifications are sealed to, Base64'),
        bouncer_public_key: Key('The key of the bouncer that the registration is sealed to, Base64'),
        encrypted_push_registration: Text({ maxLength: 8192, description: 'For the bouncer alone, Base64' }),
      }),
    },
    ({ organization, caller, parameters }) =>
      registerDevice(organization, caller, {
        tokenKind: parameters.token_kind,
        pushAccountId: parameters.push_account_id,
        pushPublicKey: parameters.push_public_key,
        bouncerPublicKey: parameters.bouncer_public_key,
        encryptedRegistration: parameters.encrypted_push_registration,
      }),
  )
  api.post(
    '/mobile_push/e2ee/test_notification',
    {
      summary: 'Send an end-to-end encrypted test notification to mobile device(s)',
      bots: 'none',
      parameters: Type.Object({
        push_account_id: Type.Optional(Id({ description: 'One device; all of the caller’s if not given' })),
      }),
    },
    ({ organization, caller, parameters }) => sendTest(organization, caller, parameters.push_account_id),
  )
}
