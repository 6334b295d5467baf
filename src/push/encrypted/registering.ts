// Registering devices at the bouncer, which alone can read how they are reached.
import { emit } from '../../events/event'
import { DestinationFailure, jobKind } from '../../jobs/kind'
import { organizationUuid } from '../../organization/address'
import type { Transaction } from '../../organization/writer'
import { accepted, askBouncer, codeOf, type BouncerAnswer } from '../bouncer'
import { answerWithinSeconds } from './failing'
import { registeringType } from './job-types'
import { deviceById, isPending, updateDevice, type EncryptedDevice } from './repository'
import { deviceEvent } from './wire'

export const registeringKind = jobKind({
  ...registeringType,
  concurrency: 8,
  timeoutSeconds: 60,
  maxAttempts: 5,
  delivery: { concurrencyPerLane: 8, patienceSeconds: answerWithinSeconds },
  async run(attempt) {
    const { organization, payload, signal, write, done } = attempt
    const device = deviceById(organization.db, payload.id)
    if (!device || !isPending(device) || !organization.rules.push.bouncer) return
    const answer = await askBouncer(
      organization,
      'push/e2ee/register',
      {
        realm_uuid: organizationUuid(organization),
        push_account_id: device.pushAccountId,
        encrypted_push_registration: device.encryptedRegistration,
        bouncer_public_key: device.bouncerPublicKey,
      },
      { signal },
    )
    const outcome = outcomeOf(answer)
    await write((tx) => {
      settle(tx, device, outcome)
      done(tx)
    })
  },
})

type Outcome = Pick<EncryptedDevice, 'deviceId' | 'errorCode'>

/** @throws DestinationFailure while there is hope. */
function outcomeOf(answer: BouncerAnswer): Outcome {
  // What it has to say of the registration itself is for the client: such as that its key is an old one.
  if (answer.kind === 'answered' && answer.status === 400)
    return { deviceId: null, errorCode: codeOf(answer.json) ?? 'BAD_REQUEST' }
  const deviceId = deviceIdIn(accepted(answer))
  if (deviceId === undefined) throw new DestinationFailure('The push bouncer answered without a device_id')
  return { deviceId, errorCode: null }
}

function deviceIdIn(json: unknown): number | undefined {
  if (typeof json !== 'object' || json === null || !('device_id' in json)) return undefined
  return Number.isSafeInteger(json.device_id) ? Number(json.device_id) : undefined
}

/** Notes what became of a device, unless its client has sent another registration since. */
function settle(tx: Transaction, asked: EncryptedDevice, outcome: Outcome): void {
  const device = deviceById(tx, asked.id)
  if (!device || !isPending(device) || device.encryptedRegistration !== asked.encryptedRegistration) return
  emit(tx, deviceEvent(updateDevice(tx, device.id, outcome)))
}
