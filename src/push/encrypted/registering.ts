// Registering devices at the bouncer, which alone can read how they are reached.
import { emit } from '../../events/event'
import { jobKind, type Attempt } from '../../jobs/kind'
import { organizationUuid } from '../../organization/address'
import { seconds } from '../../organization/clock'
import type { Transaction } from '../../organization/writer'
import { accepted, askBouncer, codeOf, type BouncerAnswer } from '../bouncer'
import { bouncerError } from '../bouncer-errors'
import { registeringType } from './job-types'
import { deviceById, updateDevice, type EncryptedDevice } from './repository'
import { deviceEvent } from './wire'

/** After so long without a bouncer the client is told; what it has sealed is too old by then. */
const patienceSeconds = 24 * 3600

export const registeringKind = jobKind({
  ...registeringType,
  concurrency: 8,
  timeoutSeconds: 60,
  maxAttempts: 5,
  delivery: { concurrencyPerLane: 8, patienceSeconds },
  async run(attempt) {
    const { organization, payload, signal, write, done } = attempt
    const device = deviceById(organization.db, payload.id)
    if (!device || isSettled(device) || !organization.rules.push.bouncer) return
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
    const outcome = outcomeOf(answer, attempt)
    await write((tx) => {
      settle(tx, device, outcome)
      done(tx)
    })
  },
})

type Outcome = Pick<EncryptedDevice, 'deviceId' | 'errorCode'>

/** @throws DestinationFailure and the like while there is hope. */
function outcomeOf(
  answer: BouncerAnswer,
  { organization: { clock }, queuedAt, number }: Attempt<unknown>,
): Outcome {
  const refusal = bouncerError(answer)
  if (!refusal) {
    const deviceId = deviceIdIn(accepted(answer))
    if (deviceId !== undefined) return { deviceId, errorCode: null }
    if (number < registeringKind.maxAttempts) throw new Error('The push bouncer answered without a device_id')
    return { deviceId: null, errorCode: 'INTERNAL_SERVER_ERROR_ON_BOUNCER' }
  }
  // What it has to say of the registration itself is for the client: such as that its key is an old one.
  if (answer.kind === 'answered' && answer.status === 400) {
    return { deviceId: null, errorCode: codeOf(answer.json) ?? 'BAD_REQUEST' }
  }
  if (seconds(clock) - queuedAt < patienceSeconds) accepted(answer)
  return { deviceId: null, errorCode: refusal.code }
}

function deviceIdIn(json: unknown): number | undefined {
  if (typeof json !== 'object' || json === null || !('device_id' in json)) return undefined
  return Number.isSafeInteger(json.device_id) ? Number(json.device_id) : undefined
}

/** Notes what became of a device, unless its client has sent another registration since. */
function settle(tx: Transaction, asked: EncryptedDevice, outcome: Outcome): void {
  const device = deviceById(tx, asked.id)
  if (!device || isSettled(device) || device.encryptedRegistration !== asked.encryptedRegistration) return
  emit(tx, deviceEvent(updateDevice(tx, device.id, outcome)))
}

function isSettled({ deviceId, errorCode }: EncryptedDevice): boolean {
  return deviceId !== null || errorCode !== null
}
