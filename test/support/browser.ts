// A browser for tests: keeps cookies, and says with each request what page of which site makes it, as browsers do.
import { Client, parse, type Reply } from './client'

/** Headers that a page of the server itself has a browser send with a form or a `fetch`. */
export const ownPage = { 'sec-fetch-site': 'same-origin' }

export class Browser extends Client {
  readonly cookies = new Map<string, string>()
  readonly headers: Record<string, string>
  /** The last `Set-Cookie` as it came. */
  lastSetCookie: string | undefined

  /**
   * @param headers what it sends with every request, from a page of the server if not said otherwise
   * @param base where its calls go
   */
  constructor(
    url: string,
    headers: Readonly<Record<string, string>> = ownPage,
    readonly base: '/api/v1' | '/json' = '/json',
  ) {
    super(url, 0, '', '')
    this.headers = { ...headers }
  }

  /** Logs in over the API. */
  logIn(username: string, password: string): Promise<Reply> {
    return this.post('/accounts/login', { username, password })
  }

  override async request(path: string, init: RequestInit = {}): Promise<Reply> {
    return parse(await this.fetch(this.base + path, init))
  }

  /** Any request; `path` is a whole one. Redirects are answers. */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers({ ...this.headers, ...Object.fromEntries(new Headers(init.headers)) })
    if (this.cookies.size > 0) {
      headers.set('cookie', [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    }
    const response = await fetch(this.url + path, { redirect: 'manual', ...init, headers })
    for (const text of response.headers.getSetCookie()) this.#store(text)
    return response
  }

  #store(text: string): void {
    this.lastSetCookie = text
    const { name, value, maxAge } = Bun.Cookie.parse(text)
    if (maxAge === 0) this.cookies.delete(name)
    else this.cookies.set(name, value)
  }
}
