// A caller of the API for tests: plain HTTP with a person's credentials.

/** A parsed answer. */
export interface Reply {
  status: number
  headers: Headers
  /** The JSON of the answer. */
  body: Record<string, unknown>
}

/** Parameters as a test writes them: strings go as they are, all else as JSON. */
export type Parameters = Record<string, unknown>

/** How a file is sent: its own name, that of its part, and further parameters. */
export interface Upload extends Parameters {
  name?: string
  field?: string
}

export class Client {
  constructor(
    readonly url: string,
    readonly id: number,
    readonly email: string,
    /** Another one once the person has logged in anew. */
    public apiKey: string,
  ) {}

  get authorization(): string {
    return `Basic ${Buffer.from(`${this.email}:${this.apiKey}`).toString('base64')}`
  }

  /** The same person with another address to call with. */
  withEmail(email: string): Client {
    return new Client(this.url, this.id, email, this.apiKey)
  }

  get(path: string, parameters: Parameters = {}, signal?: AbortSignal): Promise<Reply> {
    const query = encode(parameters).toString()
    return this.request(path + (query === '' ? '' : `?${query}`), signal ? { signal } : {})
  }

  post(path: string, parameters: Parameters = {}): Promise<Reply> {
    return this.request(path, { method: 'POST', body: encode(parameters) })
  }

  put(path: string, parameters: Parameters = {}): Promise<Reply> {
    return this.request(path, { method: 'PUT', body: encode(parameters) })
  }

  patch(path: string, parameters: Parameters = {}): Promise<Reply> {
    return this.request(path, { method: 'PATCH', body: encode(parameters) })
  }

  delete(path: string, parameters: Parameters = {}): Promise<Reply> {
    return this.request(path, { method: 'DELETE', body: encode(parameters) })
  }

  /** Sends a file, and whatever else, as a form of several parts. */
  upload(
    path: string,
    file: Uint8Array,
    { name = 'picture.png', field = 'file', ...parameters }: Upload = {},
  ): Promise<Reply> {
    const body = new FormData()
    body.set(field, new File([new Uint8Array(file)], name))
    for (const [key, value] of encode(parameters)) body.set(key, value)
    return this.request(path, { method: 'POST', body })
  }

  /** Any request, with this person's credentials; `path` is below /api/v1. */
  async request(path: string, init: BunFetchRequestInit = {}): Promise<Reply> {
    const headers = new Headers(init.headers)
    if (!headers.has('authorization') && this.authorization !== '')
      headers.set('authorization', this.authorization)
    return parse(await fetch(`${this.url}/api/v1${path}`, { ...init, headers }))
  }
}

/** A request without credentials. */
export async function anonymous(url: string, path: string, init: RequestInit = {}): Promise<Reply> {
  return parse(await fetch(`${url}/api/v1${path}`, init))
}

/** A response as a reply. */
export async function parse(response: Response): Promise<Reply> {
  const body: Record<string, unknown> = JSON.parse((await response.text()) || '{}')
  return { status: response.status, headers: response.headers, body }
}

function encode(parameters: Parameters): URLSearchParams {
  const encoded = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) encoded.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  return encoded
}
