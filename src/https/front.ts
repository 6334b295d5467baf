// The HTTPS thread, as the server sees it.
import { isExecutable } from '../version'
import { listenError } from './errors'
import type { FrontAddresses } from './front-addresses'
import type { FromFront, KeyPair, Listening, ToFront } from './front-messages'

/** scripts/build.ts puts it where it stands below the sources, and what imports it anywhere. */
const workerUrl = new URL(isExecutable ? './https/front-worker.ts' : './front-worker.ts', import.meta.url)

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never

export class Front {
  readonly #worker = new Worker(workerUrl)
  readonly #answers = new Map<number, PromiseWithResolvers<number | undefined>>()
  #lastId = 0

  /**
   * @param onWanted is told of a name that somebody asks for and that has no certificate; they wait until `decide`
   * @param onFailure is told that the thread has ended, which it should never
   */
  constructor(
    readonly addresses: FrontAddresses,
    onWanted: (name: string) => void,
    onFailure: (why: string) => void,
  ) {
    this.#worker.addEventListener('message', ({ data }: MessageEvent<FromFront>) => {
      if (data.kind === 'wanted') return onWanted(data.name)
      const answer = this.#answers.get(data.id)
      this.#answers.delete(data.id)
      if (data.kind === 'done') answer?.resolve(data.port)
      else answer?.reject(Object.assign(new Error(data.message), { code: data.code }))
    })
    this.#worker.addEventListener('error', ({ message }) => {
      for (const answer of this.#answers.values()) answer.reject(new Error(message))
      this.#answers.clear()
      onFailure(message)
    })
  }

  /** @returns the port. @throws ListenError */
  async listen(listening: Omit<Listening, 'addresses'>): Promise<number> {
    const addresses = this.addresses.memory
    try {
      const port = await this.#tell({ kind: 'listen', listening: { ...listening, addresses } })
      return port ?? listening.port
    } catch (error) {
      throw listenError(error, listening.port)
    }
  }

  /** From the moment this resolves, whoever connects is shown the certificate; nobody who is connected notices. */
  async show(names: readonly string[], { key, chain }: KeyPair, isDefault: boolean): Promise<void> {
    await this.#tell({ kind: 'certificate', names, pair: { key, chain }, isDefault })
  }

  async forget(names: readonly string[]): Promise<void> {
    await this.#tell({ kind: 'forget', names })
  }

  /** What an authority is shown that comes for the challenge of a name (RFC 8737); undefined ends it. */
  async challenge(name: string, pair: KeyPair | undefined): Promise<void> {
    await this.#tell({ kind: 'challenge', name, pair })
  }

  async decide(name: string): Promise<void> {
    await this.#tell({ kind: 'decided', name })
  }

  /** Takes no more connections; what the server still says to those there are is passed on, for a moment. */
  async stop(): Promise<void> {
    await this.#tell({ kind: 'stop' })
    this.#worker.terminate()
  }

  #tell(message: WithoutId<ToFront>): Promise<number | undefined> {
    const id = ++this.#lastId
    const answer = Promise.withResolvers<number | undefined>()
    this.#answers.set(id, answer)
    this.#worker.postMessage({ ...message, id }, [])
    return answer.promise
  }
}
