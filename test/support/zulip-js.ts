// zulip-js clients for tests, each call made by the real package in a Node process.
import { join } from 'node:path'

type Answer = Record<string, unknown>

/** What a client is configured with: a password, or the key of a bot. */
export type Login = { username: string; realm: string } & ({ password: string } | { apiKey: string })

/** A Node process with zulip-js clients in it. */
export class ZulipJs implements AsyncDisposable {
  readonly #process = Bun.spawn(['node', join(import.meta.dir, 'zulip-js-bridge.mjs')], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  readonly #waiting = new Map<number, (answer: Answer) => void>()
  #calls = 0
  readonly #reading = this.#read()

  /** A client that has logged in with a password, as zulip-js does it, or that has a key. */
  async login(config: Login): Promise<ZulipJsClient> {
    const { client, apiKey } = await this.call({ config })
    return new ZulipJsClient(this, Number(client), typeof apiKey === 'string' ? apiKey : undefined)
  }

  call(request: object): Promise<Answer> {
    const id = this.#calls++
    this.#process.stdin.write(`${JSON.stringify({ id, ...request })}\n`)
    void this.#process.stdin.flush()
    return new Promise((resolve) => this.#waiting.set(id, resolve))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#process.kill()
    await this.#process.exited
    await this.#reading
  }

  async #read(): Promise<void> {
    let text = ''
    const decoder = new TextDecoder()
    for await (const chunk of this.#process.stdout) {
      text += decoder.decode(chunk, { stream: true })
      const lines = text.split('\n')
      text = lines.pop() ?? ''
      for (const line of lines) this.#answer(line)
    }
  }

  #answer(line: string): void {
    const { id, answer }: { id: number; answer: Answer } = JSON.parse(line)
    this.#waiting.get(id)?.(answer)
    this.#waiting.delete(id)
  }
}

/** One logged-in client. */
export class ZulipJsClient {
  constructor(
    readonly process: ZulipJs,
    readonly number: number,
    readonly apiKey: string | undefined,
  ) {}

  /** Calls a method of the package, such as `messages.send`; a list of parameters is spread, `{ file: PATH }` sends that file. */
  call(method: string, parameters: object = {}): Promise<Answer> {
    return this.process.call({ client: this.number, call: method, parameters })
  }
}
