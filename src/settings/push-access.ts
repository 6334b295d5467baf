// What the settings of notifications come to: what is needed to notify devices, with what stands in files.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Type, type Static } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { ApnsAccess, FcmAccess, PushBouncer, PushRules } from '../organization/rules'
import {
  apnsKey,
  apnsKeyId,
  apnsTeamId,
  apnsUrl,
  fcmCredentials,
  fcmUrl,
  pushBouncer,
  pushBouncerId,
  pushBouncerKey,
} from './push'
import type { Setting } from './setting'
import { contentOf, type Settings } from './settings'
import { SettingsError } from './settings-error'

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

/** @throws SettingsError if what is configured is not there or not whole: better now than with the first notification. */
export async function pushRules(folder: string, settings: Settings): Promise<PushRules> {
  return {
    bouncer: bouncerRules(folder, settings),
    fcm: await fcmRules(settings),
    apns: await apnsRules(settings),
  }
}

/** With which bouncer this server is registered, as far as the data folder knows. */
export function storedBouncer(folder: string): Static<typeof Bouncer> | undefined {
  const path = bouncerPath(folder)
  if (!existsSync(path)) return undefined
  const bouncer = jsonOf(contentOf(path, path), path, path)
  if (Value.Check(Bouncer, bouncer)) return bouncer
  throw new SettingsError(`${path} is damaged: run \`confab push register\` again.`)
}

export function bouncerPath(folder: string): string {
  return join(folder, bouncerFile)
}

function bouncerRules(folder: string, settings: Settings): PushBouncer | null {
  const url = settings.value(pushBouncer)
  const id = settings.value(pushBouncerId)
  const key = settings.value(pushBouncerKey)
  if ((id === undefined) !== (key === undefined) || (id !== undefined && url === undefined)) {
    const given = id === undefined ? pushBouncerKey : pushBouncerId
    throw new SettingsError(
      `${settings.named(given)} is of no use alone: --push-bouncer, push-bouncer-id and push-bouncer-key go together.`,
    )
  }
  const stored = storedBouncer(folder)
  if (url === undefined) return stored ?? null
  if (id !== undefined && key !== undefined) return { url, id, key }
  if (stored?.url === url) return stored
  throw new SettingsError(
    `${settings.named(pushBouncer)}: ${url} does not know this server. Run \`confab push register --bouncer ${url}\`, ` +
      'or set CONFAB_PUSH_BOUNCER_ID and CONFAB_PUSH_BOUNCER_KEY.',
  )
}

async function fcmRules(settings: Settings): Promise<FcmAccess | null> {
  const path = settings.value(fcmCredentials)
  if (path === undefined) return null
  const where = settings.named(fcmCredentials)
  const account = jsonOf(contentOf(path, where), path, where)
  if (!Value.Check(ServiceAccount, account))
    throw new SettingsError(`${where}: ${path} is no service account's file.`)
  const { project_id: projectId, client_email: clientEmail, token_uri: tokenUrl } = account
  await assertKey(where, path, account.private_key, 'RS256')
  return { projectId, clientEmail, privateKey: account.private_key, tokenUrl, url: settings.value(fcmUrl) }
}

async function apnsRules(settings: Settings): Promise<ApnsAccess | null> {
  const path = settings.value(apnsKey)
  const keyId = settings.value(apnsKeyId)
  const teamId = settings.value(apnsTeamId)
  if (path === undefined) {
    const lonely = [apnsKeyId, apnsTeamId].find((setting: Setting<unknown>) => settings.isGiven(setting))
    if (lonely) throw new SettingsError(`${settings.named(lonely)} goes with --apns-key, which is not set.`)
    return null
  }
  const where = settings.named(apnsKey)
  if (keyId === undefined || teamId === undefined)
    throw new SettingsError(`${where} needs --apns-key-id and --apns-team-id.`)
  const privateKey = contentOf(path, where)
  await assertKey(where, path, privateKey, 'ES256')
  return { keyId, teamId, privateKey, url: settings.value(apnsUrl) }
}

async function assertKey(where: string, path: string, key: string, algorithm: string): Promise<void> {
  const { importPKCS8 } = await import('jose')
  await importPKCS8(key, algorithm).catch(() => {
    throw new SettingsError(`${where}: the private key in ${path} can't be read (it must be PKCS #8).`)
  })
}

function jsonOf(text: string, path: string, where: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new SettingsError(`${where}: ${path} holds no JSON.`)
  }
}
