// What random calls are made to: a server within the test, or the built executable as a process, with CONFAB_FUZZ_EXECUTABLE=1.
import { Database } from 'bun:sqlite'
import { copyFileSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setDeactivated } from '../../../src/administration/settings'
import type { roles } from '../../../src/users/rank'
import { Client } from '../client'
import { ClockFile } from '../clock-file'
import { Confab, type ServerProcess } from '../confab'
import { builtExecutable } from '../executable'
import { addressOf, startOfTests, TestServer } from '../server'
import { until } from '../waiting'
import { addFiles } from '../world-files'

export interface FuzzServer {
  readonly url: string
  /** Whose organization it is. */
  readonly owner: Client
  addPerson(name: string, role?: keyof typeof roles): Promise<Client>
  /** Files of these people, one each, at known addresses. */
  addFiles(ownerIds: readonly number[]): Promise<void>
  /** Something that differs where anything differs that the database says. */
  contents(): unknown
  /** When no background work is to be done any more. */
  settled(): Promise<void>
  /** Somebody has closed the organization: everybody may in again. */
  reopen(): Promise<void>
  stop(): Promise<void>
}

const callsExecutable = process.env['CONFAB_FUZZ_EXECUTABLE'] !== undefined

/** What a run of all calls may take: what the executable has on disk is read anew before and after each. */
export const secondsPerRun = callsExecutable ? 600 : 60

export function startFuzzServer(): Promise<FuzzServer> {
  return callsExecutable ? Executable.start() : WithinTest.start()
}

class WithinTest implements FuzzServer {
  private constructor(readonly server: TestServer) {}

  static async start(): Promise<WithinTest> {
    return new WithinTest(await TestServer.start())
  }

  get url(): string {
    return this.server.url
  }

  get owner(): Client {
    return this.server.owner
  }

  addPerson(name: string, role?: keyof typeof roles): Promise<Client> {
    return this.server.addPerson(name, role)
  }

  async addFiles(ownerIds: readonly number[]): Promise<void> {
    await addFiles(this.server.organization, ownerIds)
  }

  /** What was begun and undone counts as a change of the file, in its header, and is none. */
  contents(): unknown {
    const file = this.server.organization.db.sqlite.serialize()
    return Bun.hash(file.fill(0, 24, 28).fill(0, 92, 96))
  }

  settled(): Promise<void> {
    return this.server.server.settled()
  }

  reopen(): Promise<void> {
    return setDeactivated(this.server.organization, false)
  }

  stop(): Promise<void> {
    return this.server.stop()
  }
}

/** Its clock stands still, and it has its database for itself: what is on disk is read from a copy. */
class Executable implements FuzzServer {
  private constructor(
    readonly confab: Confab,
    readonly running: ServerProcess,
    readonly owner: Client,
  ) {}

  static async start(): Promise<Executable> {
    const confab = new Confab([await builtExecutable()])
    const clock = new ClockFile(confab.data, startOfTests)
    const running = await confab.serve(['--json', '--rate-limits', 'off', '--clock-file', clock.path])
    const named = [
      '--name',
      'Test organization',
      '--owner-email',
      addressOf('owner'),
      '--owner-name',
      'Olive',
    ]
    const made = await confab.json(['organization', 'create', ...named])
    const owner = new Client(
      running.url,
      Number(made['user_id']),
      addressOf('owner'),
      String(made['api_key']),
    )
    return new Executable(confab, running, owner)
  }

  get url(): string {
    return this.running.url
  }

  async addPerson(name: string, role: keyof typeof roles = 'member'): Promise<Client> {
    const email = addressOf(name)
    const made = await this.confab.json(['user', 'create', '--email', email, '--name', name, '--role', role])
    return new Client(this.url, Number(made['user_id']), email, String(made['api_key']))
  }

  /** None: addresses are the server's to choose, but for those of tables within a test. */
  async addFiles(): Promise<void> {}

  /** Without what is saved a while after a call, whatever came of that. */
  contents(): unknown {
    return this.#read((copy) => {
      const tables = copy
        .query<{ name: string }, []>(
          `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name <> 'user_activity'`,
        )
        .all()
      return tables.map(({ name }) => {
        const rows = copy.query(`SELECT * FROM "${name}"`).values()
        return `${name} ${Bun.hash(JSON.stringify(rows))}`
      })
    })
  }

  settled(): Promise<void> {
    const due = 'SELECT count(*) AS count FROM jobs WHERE ended_at IS NULL AND run_at <= ?'
    return until(async () => {
      await Bun.sleep(5)
      return this.#read(
        (copy) => copy.query<{ count: number }, [number]>(due).get(startOfTests / 1000)?.count === 0,
      )
    })
  }

  #read<T>(look: (copy: Database) => T): T {
    const file = join(this.confab.data, 'organizations', 'root', 'confab.sqlite')
    const copy = join(this.confab.data, 'copy.sqlite')
    for (const part of ['', '-wal', '-shm']) {
      if (existsSync(file + part)) copyFileSync(file + part, copy + part)
      else rmSync(copy + part, { force: true })
    }
    using database = new Database(copy)
    return look(database)
  }

  async reopen(): Promise<void> {
    await this.confab.json(['organization', 'reactivate'])
  }

  async stop(): Promise<void> {
    await this.confab[Symbol.asyncDispose]()
  }
}
