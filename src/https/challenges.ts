// What the server shows to an authority that looks whether a name is the server's: answers at port 80 (RFC 8555, 8.3), or
// certificates that are shown to it alone (RFC 8737).
import type { KeyPair } from './front-messages'

export type ChallengeType = 'http-01' | 'tls-alpn-01'

/** Where RFC 8555 has answers. */
export const challengePath = '/.well-known/acme-challenge'

export class Challenges {
  /** By the last part of the address. */
  readonly #answers = new Map<string, string>()

  /** @param show shows a certificate to who asks for a name by `acme-tls/1`; undefined ends it */
  constructor(readonly show: (name: string, pair: KeyPair | undefined) => Promise<void>) {}

  /** What port 80 answers to this token; undefined if there is no such challenge. */
  answerTo(token: string): string | undefined {
    return this.#answers.get(token)
  }

  async whileAnswering<T>(token: string, answer: string, work: () => Promise<T>): Promise<T> {
    this.#answers.set(token, answer)
    try {
      return await work()
    } finally {
      this.#answers.delete(token)
    }
  }

  async whileShowing<T>(name: string, pair: KeyPair, work: () => Promise<T>): Promise<T> {
    await this.show(name, pair)
    try {
      return await work()
    } finally {
      await this.show(name, undefined)
    }
  }
}
