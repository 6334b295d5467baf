// A machine of a test: what `confab install` lays out below a folder, and its service, started as the unit says, without a systemd.
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Confab, type Ended, type ServerProcess } from './confab'

export class Machine implements AsyncDisposable {
  readonly root = mkdtempSync(join(tmpdir(), 'confab-machine-'))
  readonly data = this.at('/var/lib/confab')
  /** The installed executable, on the data folder. */
  readonly confab = new Confab([this.at('/usr/local/bin/confab')], this.data)

  constructor() {
    mkdirSync(this.data, { recursive: true })
  }

  /** Where a path of the machine is. */
  at(path: string): string {
    return join(this.root, path)
  }

  /** @param executable that is installed */
  async install(executable: string, ...args: string[]): Promise<Ended> {
    await using given = new Confab([executable])
    return given.run(['install', '--root', this.root, ...args], '', { CONFAB_DATA: '/var/lib/confab' })
  }

  /** Starts the service: what the unit starts, with the credentials that it names. @param more flags of the test */
  serve(
    more: readonly string[],
    wrapped = (program: readonly string[]) => [...program],
  ): Promise<ServerProcess> {
    const unit = readFileSync(this.at('/etc/systemd/system/confab.service'), 'utf8')
    const [, executable = '', data = ''] = /^ExecStart=(\S+) serve --data (\S+)$/m.exec(unit) ?? []
    const [, credentials = ''] = /^LoadCredential=\S+:(.*)\/[^/]+$/m.exec(unit) ?? []
    return this.confab.serve(
      ['--json', '--data', this.at(data), ...more],
      undefined,
      wrapped([this.at(executable)]),
      {
        CREDENTIALS_DIRECTORY: this.at(credentials),
      },
    )
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.confab[Symbol.asyncDispose]()
    rmSync(this.root, { recursive: true, force: true })
  }
}
