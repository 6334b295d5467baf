// Which certificate is shown to whom: by the name they ask for, and, for an authority that looks, by its challenge.
import { createSecureContext, type SecureContext } from 'node:tls'
import { wildcardOf } from './names'
import type { KeyPair } from './front-messages'

/** Certificates that are ready to be shown, since making one so takes a moment; the others are made so when they are asked for. */
const mostReady = 1000
/** How many may wait for certificates that are just being ordered, and for how many milliseconds. Then it goes without. */
const mostWaiting = 200
const longestWait = 15_000

export class Contexts {
  readonly #pairs = new Map<string, KeyPair>()
  /** By the name of the certificate, those asked for last at the end. */
  readonly #ready = new Map<string, SecureContext>()
  readonly #challenges = new Map<string, SecureContext>()
  readonly #wanted = new Map<string, PromiseWithResolvers<void>>()
  #waiting = 0

  /** @param ask is told of a name that somebody asks for and that has no certificate; `decided` is the answer to it */
  constructor(readonly ask: (name: string) => void) {}

  set(names: readonly string[], pair: KeyPair): void {
    this.delete(names)
    for (const name of names) this.#pairs.set(name, pair)
  }

  delete(names: readonly string[]): void {
    for (const name of names) {
      this.#pairs.delete(name)
      this.#ready.delete(name)
    }
  }

  get hasChallenges(): boolean {
    return this.#challenges.size > 0
  }

  /** @param pair undefined ends it */
  setChallenge(name: string, pair: KeyPair | undefined): void {
    if (pair) this.#challenges.set(name, contextOf(pair))
    else this.#challenges.delete(name)
  }

  challengeOf(name: string): SecureContext | undefined {
    return this.#challenges.get(name.toLowerCase())
  }

  /** The certificate for a host, for which it may wait a little; undefined is the usual one. */
  async of(host: string): Promise<SecureContext | undefined> {
    const name = host.toLowerCase()
    const known = this.#known(name)
    if (known || this.#waiting >= mostWaiting) return known
    this.#waiting += 1
    await this.#decision(name)
    this.#waiting -= 1
    return this.#known(name)
  }

  decided(name: string): void {
    this.#wanted.get(name)?.resolve()
    this.#wanted.delete(name)
  }

  #decision(name: string): Promise<void> {
    const asked = this.#wanted.get(name)
    if (asked) return asked.promise
    const decision = Promise.withResolvers<void>()
    this.#wanted.set(name, decision)
    const tooLate = setTimeout(() => this.decided(name), longestWait)
    void decision.promise.then(() => clearTimeout(tooLate))
    this.ask(name)
    return decision.promise
  }

  #known(host: string): SecureContext | undefined {
    const name = [host, wildcardOf(host)].find((each) => this.#pairs.has(each))
    const pair = name === undefined ? undefined : this.#pairs.get(name)
    if (name === undefined || !pair) return undefined
    const context = this.#ready.get(name) ?? contextOf(pair)
    this.#ready.delete(name)
    this.#ready.set(name, context)
    for (const oldest of this.#ready.keys()) {
      if (this.#ready.size <= mostReady) break
      this.#ready.delete(oldest)
    }
    return context
  }
}

function contextOf({ key, chain }: KeyPair): SecureContext {
  return createSecureContext({ key, cert: chain })
}
