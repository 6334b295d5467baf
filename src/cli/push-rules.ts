// What `confab serve` needs to notify devices: read from its options, the environment, and files that hold secrets.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Type, type Static } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { ApnsAccess, FcmAccess, PushBouncer, PushRules } from '../organization/rules'
import { Failure } from './failure'

export interface PushOptions {
  pushBouncer?: string
  fcmCredentials?: string
  fcmUrl: string
  apnsKey?: string
  apnsKeyId?: string
  apnsTeamId?: string
  apnsUrl: string
}

/** Where `confab push register` keeps what the bouncer knows this server by, in the data folder. */
const bouncerFile = 'push-bouncer.json'

const Bouncer = Type.Object({ url: Type.String(), id: Type.String(), key: Type.String() })

/** What stands in a service account's file, as Google gives it. */
const ServiceAccount = Type.Object({
  project_id: Type.String({ minLength: 1 }),
  client_email: Type.String({ minLength: 1 }),
  private_key: Type.String({ minLength: 1 }),
  token_uri: Type.String({ pattern: '^https?://' }),
})

/** @throws Failure if what is configured is not there or not whole: better now than with the first notification. */
export async function pushRules(folder: string, options: PushOptions): Promise<PushRules> {
  return {
    bouncer: bouncerRules(folder, options.pushBouncer),
    fcm: await fcmRules(options),
    apns: await apnsRules(options),
  }
}

/** With which bouncer this server is registered, as far as the data folder knows. */
export function storedBouncer(folder: string): Static<typeof Bouncer> | undefined {
  const path = bouncerPath(folder)
  if (!existsSync(path)) return undefined
  const bouncer = jsonIn(path)
  if (Value.Check(Bouncer, bouncer)) return bouncer
  throw new Failure('usage', `${path} is damaged: run \`confab push register\` again.`)
}

export function bouncerPath(folder: string): string {
  return join(folder, bouncerFile)
}

function bouncerRules(folder: string, url: string | undefined): PushBouncer | null {
  const { CONFAB_PUSH_BOUNCER_ID: id, CONFAB_PUSH_BOUNCER_KEY: key } = process.env
  const stored = storedBouncer(folder)
  if (url === undefined) return stored ?? null
  if (id !== undefined && key !== undefined) return { url, id, key }
  if (stored?.url === url) return stored
  throw new Failure(
    'usage',
    `--push-bouncer: ${url} does not know this server. Run \`confab push register --bouncer ${url}\`, or set ` +
      'CONFAB_PUSH_BOUNCER_ID and CONFAB_PUSH_BOUNCER_KEY.',
  )
}

async function fcmRules({ fcmCredentials: path, fcmUrl: url }: PushOptions): Promise<FcmAccess | null> {
  if (path === undefined) return null
  const account = jsonIn(path, '--fcm-credentials')
  if (!Value.Check(ServiceAccount, account))
    throw new Failure('usage', `--fcm-credentials: ${path} is no service account's file.`)
  const { project_id: projectId, client_email: clientEmail, token_uri: tokenUrl } = account
  await assertKey('--fcm-credentials', path, account.private_key, 'RS256')
  return { projectId, clientEmail, privateKey: account.private_key, tokenUrl, url }
}

async function apnsRules(options: PushOptions): Promise<ApnsAccess | null> {
  const { apnsKey: path, apnsKeyId: keyId, apnsTeamId: teamId, apnsUrl: url } = options
  if (path === undefined) return null
  if (keyId === undefined || teamId === undefined)
    throw new Failure('usage', '--apns-key needs --apns-key-id and --apns-team-id.')
  const privateKey = textIn(path, '--apns-key')
  await assertKey('--apns-key', path, privateKey, 'ES256')
  return { keyId, teamId, privateKey, url }
}

async function assertKey(option: string, path: string, key: string, algorithm: string): Promise<void> {
  const { importPKCS8 } = await import('jose')
  await importPKCS8(key, algorithm).catch(() => {
    throw new Failure('usage', `${option}: the private key in ${path} can't be read (it must be PKCS #8).`)
  })
}

function jsonIn(path: string, option = path): unknown {
  const text = textIn(path, option)
  try {
    return JSON.parse(text)
  } catch {
    throw new Failure('usage', `${option}: ${path} holds no JSON.`)
  }
}

function textIn(path: string, option: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    throw new Failure('usage', `${option}: ${path} can't be read${code}.`)
  }
}
