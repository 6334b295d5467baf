// The servers whose pages are looked at: the demo, one that is new, and one with several organizations.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { found } from '../src/administration/founding'
import { setDeactivated } from '../src/administration/settings'
import { generatePassword } from '../src/cli/password'
import { makeDemo, type DemoPerson } from '../src/demo/making'
import { setupKey, setupPath } from '../src/first-organization/key'
import { PastClock, systemClock } from '../src/organization/clock'
import { defaultRules } from '../src/organization/rules'
import { storeSetting } from '../src/organization/settings'
import { startServer } from '../src/server'

/** `open`, `closed` and `missing` are addresses of the server with several organizations. */
export type Site = 'demo' | 'new' | 'several' | 'open' | 'closed' | 'missing'

/** Paths of pages that are opened by a link that is made once, and who can't log in any more. */
export interface Links {
  setup: string
  invitation: string
  newPassword: string
  gone: { email: string; password: string }
}

export interface Sites {
  urls: Readonly<Record<Site, string>>
  people: readonly DemoPerson[]
  links: Links
  /** Has everybody of the demo read this language. */
  speak(language: string): Promise<void>
  stop(): Promise<void>
}

/** Starts them all, on folders of their own and free ports. */
export async function startSites(): Promise<Sites> {
  const clock = new PastClock(systemClock)
  const [demo, fresh, several] = await Promise.all([start(clock), start(), start()])
  const people = await makeDemo(demo.url, demo.organizations, clock, generatePassword())
  await demo.settled()
  const [owner] = people
  if (!owner) throw new Error('Nobody is in the demo')
  for (const subdomain of ['open', 'closed']) {
    const name = subdomain === 'open' ? 'Allotment Gardens' : 'Harbour Cinema'
    const organization = await several.organizations.create(subdomain, async (draft) => {
      const owner = { email: 'olive@demo.example', fullName: 'Olive Owner', password: generatePassword() }
      await found(draft, { name, owner })
    })
    if (subdomain === 'closed') await setDeactivated(organization, true)
    else await organization.write((tx) => storeSetting(tx, 'invite_required', false))
  }
  const at = (host: string): string => `http://${host}:${String(several.port)}`
  return {
    urls: {
      demo: demo.url,
      new: fresh.url,
      several: at('localhost'),
      open: at('open.localhost'),
      closed: at('closed.localhost'),
      missing: at('missing.localhost'),
    },
    people,
    links: { setup: `${setupPath}/${setupKey(fresh.folder)}`, ...(await linksOf(demo.url, owner)) },
    speak: async (default_language) => {
      for (const person of people)
        await callerOf(demo.url, person)('PATCH', '/settings', { default_language })
    },
    stop: async () => {
      for (const server of [demo, fresh, several]) await server.stopAndClean()
    },
  }
}

async function start(clock = new PastClock(systemClock)) {
  const folder = mkdtempSync(join(tmpdir(), 'confab-screenshots-'))
  const server = await startServer({
    dataFolder: folder,
    host: '127.0.0.1',
    port: 0,
    domain: undefined,
    clock,
    log: pino({ level: 'warn' }, pino.destination(2)),
    userRateLimit: undefined,
    loginLimits: undefined,
    trustedProxies: [],
    rules: defaultRules,
    random: Math.random,
  })
  const stopAndClean = async (): Promise<void> => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return Object.assign(server, { folder, stopAndClean })
}

/** Somebody's calls. @returns what reads a field of the answer @throws if one is refused */
function callerOf(url: string, { email, apiKey }: DemoPerson) {
  return async (method: string, path: string, parameters: Record<string, string> = {}) => {
    const answer = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { authorization: `Basic ${btoa(`${email}:${apiKey}`)}` },
      body: new URLSearchParams(parameters),
    })
    const body: unknown = await answer.json()
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(body)}`)
    return (name: string): string => String(Object(body)[name])
  }
}

/** What the demo's owner makes by hand: an invitation, a link for a new password, an account that has ended. */
async function linksOf(url: string, owner: DemoPerson): Promise<Omit<Links, 'setup'>> {
  const call = callerOf(url, owner)
  const gone = { email: 'noor@demo.example', password: generatePassword() }
  const made = await call('POST', '/users', { ...gone, full_name: 'Noor Haddad' })
  await call('DELETE', `/users/${made('user_id')}`)
  const newPassword = await call('POST', `/users/${String(owner.id)}/password_reset`)
  const invitation = await call('POST', '/invites/multiuse')
  return {
    invitation: new URL(invitation('invite_link')).pathname,
    newPassword: new URL(newPassword('reset_url')).pathname,
    gone,
  }
}
