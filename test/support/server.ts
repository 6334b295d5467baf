// A real server for a test: its own data folder, a free port, a clock moved by hand, people who can call it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { found } from '../../src/administration/founding'
import { unreadLimits } from '../../src/messages/unread-repository'
import { ManualClock } from '../../src/organization/clock'
import type { Organization } from '../../src/organization/organization'
import { defaultRules } from '../../src/organization/rules'
import { startServer, type RunningServer, type ServerSettings } from '../../src/server'
import { insertPerson } from '../../src/accounts/creating'
import { issueApiKey } from '../../src/accounts/api-keys'
import { roles } from '../../src/users/rank'
import { Client, type Reply } from './client'

/** The moment at which every test's clock starts, in milliseconds. */
export const startOfTests = Date.UTC(2026, 0, 15, 12, 0, 0)

/** Everybody's password in tests; hashing is slow, so it is done once. */
export const password = 'correct horse battery'
const passwordHash = await Bun.password.hash(password, { algorithm: 'bcrypt', cost: 4 })

// Few, so that what is unread is in the index in some tests, and new in others.
unreadLimits.newOnes = 32

/** The e-mail address of somebody of that name. */
export function addressOf(name: string): string {
  return `${name.toLowerCase().replaceAll(/\s+/g, '.')}@example.com`
}

export class TestServer {
  private constructor(
    readonly folder: string,
    readonly clock: ManualClock,
    private running: RunningServer,
    readonly owner: Client,
    readonly settings: ServerSettings,
  ) {}

  /** Starts a server with one organization and its owner. */
  static async start(changes: Partial<ServerSettings> = {}): Promise<TestServer> {
    const folder = mkdtempSync(join(tmpdir(), 'confab-test-'))
    const clock = new ManualClock(startOfTests)
    const settings = { ...usualSettings(folder, clock), ...changes }
    const server = await startServer(settings)
    let owner: Client | undefined
    await server.organizations.create('', async (draft) => {
      const founded = await found(draft, {
        name: 'Test organization',
        owner: { email: 'owner@example.com', fullName: 'Olive Owner', password },
      })
      owner = new Client(server.url, founded.owner.id, founded.owner.email, founded.apiKey)
    })
    if (!owner) throw new Error('The organization has no owner')
    // So that the new organization's jobs are done at once, and not only from the next tick on.
    await server.settled()
    return new TestServer(folder, clock, server, owner, { ...settings, port: server.port })
  }

  /**
   * Starts a server on a data folder that is there already.
   * @param now where its clock starts, in milliseconds
   * @param logIn gives the owner, who can call the server at this address
   */
  static async on(
    folder: string,
    now: number,
    logIn: (url: string) => Promise<Client>,
    changes: Partial<ServerSettings> = {},
  ): Promise<TestServer> {
    const clock = new ManualClock(now)
    const settings = { ...usualSettings(folder, clock), ...changes }
    const server = await startServer(settings)
    return new TestServer(folder, clock, server, await logIn(server.url), { ...settings, port: server.port })
  }

  get server(): RunningServer {
    return this.running
  }

  get organization(): Organization {
    const organization = this.running.organizations.get('')
    if (!organization) throw new Error('The organization is gone')
    return organization
  }

  /** Stops cleanly and starts again on the same folder and port; `between` happens while it is down. */
  async restart(between: () => void = () => {}): Promise<void> {
    await this.running.stop()
    between()
    this.running = await startServer(this.settings)
  }

  get url(): string {
    return this.server.url
  }

  /** Adds a person, straight through the action that the command line uses. */
  async addPerson(name: string, role: keyof typeof roles = 'member'): Promise<Client> {
    const email = addressOf(name)
    return this.organization.write((tx) => {
      const user = insertPerson(tx, { email, fullName: name, role: roles[role], passwordHash })
      return new Client(this.url, user.id, email, issueApiKey(tx, user.id, 'test'))
    })
  }

  /** Gives somebody's account back, and logs them in: the keys of before stay dead. */
  async reactivate(person: Client): Promise<Reply> {
    const reply = await this.owner.post(`/users/${person.id}/reactivate`)
    person.apiKey = await this.organization.write((tx) => issueApiKey(tx, person.id, 'test'))
    return reply
  }

  /** Moves the clock and lets the timer and the jobs do what has become due. */
  async advance(milliseconds: number): Promise<void> {
    this.clock.advance(milliseconds)
    await this.server.tick()
    await this.server.settled()
  }

  async stop(): Promise<void> {
    await this.running.stop()
    rmSync(this.folder, { recursive: true, force: true })
  }
}

function usualSettings(dataFolder: string, clock: ManualClock): ServerSettings {
  return {
    dataFolder,
    host: '127.0.0.1',
    port: 0,
    domain: undefined,
    clock,
    log: pino({ level: process.env['CONFAB_TEST_LOG'] ?? 'silent' }),
    userRateLimit: undefined,
    loginLimits: undefined,
    trustedProxies: [],
    rules: defaultRules,
    random: () => 1,
  }
}
