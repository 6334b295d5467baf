// What tests of moves share: an organization on a server, people who work in it by way of a proxy or a server, and the move itself.
import { expect } from 'bun:test'
import { createAcme, type Confab, type ServerProcess } from './confab'

export const host = 'acme.chat.test'
export const serve = ['--json', '--domain', 'chat.test', '--rate-limits', 'off']

/** A server with the organization "acme" and another one. */
export async function withAcme(confab: Confab) {
  const create = (subdomain: string): string[] => [...createAcme, '--subdomain', subdomain]
  await confab.json(create('beta'), 'a long password')
  const { api_key } = await confab.json(create('acme'), 'a long password')
  return `Basic ${btoa(`owner@x.io:${String(api_key)}`)}`
}

/** What people do by way of a proxy or a server. */
export class Person {
  constructor(
    readonly port: number,
    private readonly authorization: string,
  ) {}

  async call(method: string, path: string, parameters: Record<string, string> = {}) {
    const form = new URLSearchParams(parameters)
    const isGet = method === 'GET'
    const answer = await fetch(`http://127.0.0.1:${this.port}/api/v1${path}${isGet ? `?${form}` : ''}`, {
      method,
      headers: { host, authorization: this.authorization },
      redirect: 'manual',
      ...(isGet ? {} : { body: form }),
    })
    const text = await answer.text()
    const body: Record<string, unknown> = text.startsWith('{') ? JSON.parse(text) : {}
    return { status: answer.status, headers: answer.headers, body }
  }

  /** Sends until it is acknowledged, as a client does. @returns how many attempts were refused */
  async send(content: string): Promise<number> {
    for (let refused = 0; ; refused++) {
      const reply = await this.call('POST', '/messages', {
        type: 'stream',
        to: 'general',
        topic: 'move',
        content,
      }).catch(() => undefined)
      if (reply?.status === 200) return refused
      if (reply) expect([308, 503]).toContain(reply.status)
      await Bun.sleep(20)
    }
  }

  /** @returns the path of the file */
  async upload(name: string, content: string): Promise<string> {
    const body = new FormData()
    body.append('file', new File([content], name))
    const headers = { host, authorization: this.authorization }
    const answer = await fetch(`http://127.0.0.1:${this.port}/api/v1/user_uploads`, {
      method: 'POST',
      headers,
      body,
    })
    const { url }: { url: string } = JSON.parse(await answer.text())
    return url
  }

  async contents(): Promise<string[]> {
    const { body } = await this.call('GET', '/messages', {
      anchor: 'newest',
      num_before: '5000',
      num_after: '0',
      apply_markdown: 'false',
      narrow: '[["channel","general"]]',
    })
    const messages = body['messages']
    return Array.isArray(messages) ? messages.map(({ content }) => content) : []
  }
}

/** Has `from` move it to `to`. */
export async function move(from: Confab, to: Confab, server: ServerProcess, ...more: string[]) {
  const { token } = await to.json(['organization', 'receive', '--subdomain', 'acme'])
  const args = ['organization', 'move', '--subdomain', 'acme', '--to', server.url, '--json', ...more]
  return await from.run(args, '', { CONFAB_MOVE_TOKEN: String(token) })
}
