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

  /** Opens a page. */
  async open(path: string): Promise<Page> {
    return readPage(path, await this.fetch(path))
  }

  /** Sends the form of a page, filled in where nothing stands yet or something else is wanted. */
  async submit(page: Page, values: Record<string, string | readonly string[]> = {}): Promise<Page> {
    const path = page.action ?? page.path
    const body = new URLSearchParams()
    for (const [name, value] of Object.entries({ ...page.fields, ...page.ticked, ...values }))
      for (const each of [value].flat()) body.append(name, each)
    const answer = await this.fetch(path, { method: 'POST', body })
    const location = answer.headers.get('location')
    return answer.status === 303 && location !== null ? this.open(location) : readPage(path, answer)
  }

  #store(text: string): void {
    this.lastSetCookie = text
    const { name, value, maxAge } = Bun.Cookie.parse(text)
    if (maxAge === 0) this.cookies.delete(name)
    else this.cookies.set(name, value)
  }
}

/** What a person sees of a page, and what their browser keeps of it. */
export interface Page {
  path: string
  status: number
  headers: Headers
  html: string
  title: string
  /** Where its form goes; undefined is its own address. */
  action: string | undefined
  /** The form's fields with what stands in them, unseen ones too. */
  fields: Record<string, string>
  /** By name of boxes that can be ticked: the values of those that are. */
  ticked: Record<string, string[]>
  /** By field: what is wrong with it. */
  errors: Record<string, string>
  /** What is wrong with the whole form. */
  alert: string
}

async function readPage(path: string, response: Response): Promise<Page> {
  const { status, headers } = response
  const html = await response.text()
  const page: Page = {
    path,
    status,
    headers,
    html,
    title: '',
    action: undefined,
    fields: {},
    ticked: {},
    errors: {},
    alert: '',
  }
  let field = ''
  new HTMLRewriter()
    .on('h1', { text: ({ text }) => void (page.title += text) })
    .on('form[action]', { element: (form) => void (page.action = form.getAttribute('action') ?? undefined) })
    .on('input', {
      element(input) {
        const name = input.getAttribute('name') ?? ''
        const value = unescaped(input.getAttribute('value') ?? '')
        if (input.getAttribute('type') !== 'checkbox') page.fields[name] = value
        else {
          const ticked = (page.ticked[name] ??= [])
          if (input.hasAttribute('checked')) ticked.push(value)
        }
      },
    })
    .on('.alert', { text: ({ text }) => void (page.alert += text) })
    .on('.error', {
      element: (error) => void (field = (error.getAttribute('id') ?? '').replace(/-error$/, '')),
      text: ({ text }) => void (page.errors[field] = (page.errors[field] ?? '') + text),
    })
    .transform(html)
  return page
}

const escapes: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&', '#x27': "'" }

/** What attributes say, as the server escapes it. */
function unescaped(text: string): string {
  return text.replaceAll(/&(lt|gt|quot|amp|#x27);/g, (_, name: string) => escapes[name] ?? '')
}
