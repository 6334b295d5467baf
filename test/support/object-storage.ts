// A real server that speaks S3, with one bucket, for tests: it can be stopped and started again, and says what it holds.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ObjectStorage } from '../../src/organization/rules'

const bucket = 'files'

export class S3Server {
  readonly #folder = mkdtempSync(join(tmpdir(), 'confab-s3-'))
  #port = 0
  #child: Bun.Subprocess | undefined

  static async start(): Promise<S3Server> {
    const server = new S3Server()
    await server.start()
    return server
  }

  /** What a server of ours needs to keep its files here. */
  get storage(): ObjectStorage {
    const access = {
      endpoint: `http://127.0.0.1:${this.#port}`,
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    }
    return { bucket, prefix: ['chat'], access }
  }

  /** The keys of the bucket. */
  keys(): string[] {
    const folder = join(this.#folder, bucket)
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('._S3rver_object'))
      .map((name) => name.replace('._S3rver_object', ''))
  }

  /** Starts it, again at the same address if it ran before. */
  async start(): Promise<void> {
    const child = Bun.spawn(
      [process.execPath, 'test/support/s3-server.mjs', String(this.#port), this.#folder, bucket],
      {
        stdout: 'pipe',
        stderr: 'inherit',
      },
    )
    this.#child = child
    const { value } = await child.stdout.getReader().read()
    this.#port = Number(new TextDecoder().decode(value))
  }

  async stop(): Promise<void> {
    this.#child?.kill('SIGKILL')
    await this.#child?.exited
  }

  async end(): Promise<void> {
    await this.stop()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
