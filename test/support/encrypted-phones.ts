// Phones that notifications are encrypted for, and what a bouncer does for them: it passes on what it can't read.
import sodium, { ready } from 'libsodium-wrappers'
import { error, type Bouncer } from './bouncer'

await ready

interface KeyPair {
  readonly publicKey: Uint8Array
  readonly privateKey: Uint8Array
}

/** How the bouncer passed a notification on. */
export interface Passed {
  readonly payload: Readonly<Record<string, unknown>>
  readonly fcm_priority?: string
  readonly http_headers?: Readonly<Record<string, string>>
}

/** One account on one phone. */
export class Phone {
  readonly #keys: KeyPair = sodium.crypto_box_keypair()
  /** What came, as it came. */
  readonly passed: Passed[] = []
  /** The provider knows it no more. */
  isGone = false

  constructor(
    readonly accountId: number,
    readonly kind: 'fcm' | 'apns',
    readonly bouncerKey: string,
  ) {}

  /** The parameters of POST /mobile_push/register. */
  registration(token = `token-${this.accountId}`) {
    const about = {
      token,
      token_kind: this.kind,
      timestamp: 1,
      ios_app_id: this.kind === 'apns' ? 'org.example' : null,
    }
    const sealed = sodium.crypto_box_seal(JSON.stringify(about), Buffer.from(this.bouncerKey, 'base64'))
    return {
      token_kind: this.kind,
      push_account_id: this.accountId,
      push_public_key: base64(this.#keys.publicKey),
      bouncer_public_key: this.bouncerKey,
      encrypted_push_registration: base64(sealed),
    }
  }

  /** What came, as the phone reads it. */
  get notifications(): Record<string, unknown>[] {
    return this.passed.map(({ payload }) => {
      const { publicKey, privateKey } = this.#keys
      const sealed = Buffer.from(String(payload['encrypted_data']), 'base64')
      const opened: unknown = JSON.parse(textOf(sodium.crypto_box_seal_open(sealed, publicKey, privateKey)))
      return { ...Object(opened) }
    })
  }
}

/** Teaches a bouncer the calls of encrypted devices. */
export class PhoneCompany {
  readonly #keys: KeyPair = sodium.crypto_box_keypair()
  readonly #phones: Phone[] = []
  /** Device IDs, by what the bouncer calls them. */
  readonly registered = new Map<number, Phone>()

  constructor(bouncer: Bouncer) {
    bouncer.answers.set('push/e2ee/register', (body) => this.#register(body))
    bouncer.answers.set('push/e2ee/notify', (body) => this.#notify(body))
  }

  phone(kind: Phone['kind'] = 'fcm'): Phone {
    const phone = new Phone(1000 + this.#phones.length, kind, base64(this.#keys.publicKey))
    this.#phones.push(phone)
    return phone
  }

  #register(body: Readonly<Record<string, unknown>>): object {
    if (body['bouncer_public_key'] !== base64(this.#keys.publicKey))
      return error(400, 'INVALID_BOUNCER_PUBLIC_KEY')
    const phone = this.#phones.find(({ accountId }) => accountId === body['push_account_id'])
    if (!phone || !this.#hasToken(String(body['encrypted_push_registration'])))
      return error(400, 'BAD_REQUEST')
    const deviceId = 1 + this.registered.size
    this.registered.set(deviceId, phone)
    return { device_id: deviceId }
  }

  #hasToken(sealed: string): boolean {
    const { publicKey, privateKey } = this.#keys
    const opened = sodium.crypto_box_seal_open(Buffer.from(sealed, 'base64'), publicKey, privateKey)
    return Object(JSON.parse(textOf(opened)))['token'] !== ''
  }

  #notify({ push_requests: requests }: Readonly<Record<string, unknown>>): object {
    const gone: number[] = []
    for (const request of Array.isArray(requests) ? requests : []) {
      const phone = this.registered.get(request.device_id)
      if (phone && !phone.isGone) phone.passed.push(request)
      else gone.push(request.device_id)
    }
    return { delete_device_ids: gone }
  }
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString()
}
