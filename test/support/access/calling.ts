// Makes a call of the access table as somebody, and says in a word what it was answered.
import { auditLog } from '../../../src/audit-log/tables'
import { gt, max } from 'drizzle-orm'
import type { Client } from '../client'
import { ownPage } from '../browser'
import type { Given } from './given'
import type { AccessWorld } from './world'

/** What a call was answered, and what the audit log has of it. */
export interface Outcome {
  readonly word: string
  readonly recorded: readonly string[]
}

/** How words of the table stand for codes of errors. */
const words: Readonly<Record<string, string>> = {
  BAD_REQUEST: 'refused',
  UNAUTHORIZED: '401',
  USER_DEACTIVATED: 'closed',
  UNAUTHORIZED_PRINCIPAL: 'principal',
  CANNOT_ADMINISTER_CHANNEL: 'not-admin',
  STREAM_DOES_NOT_EXIST: 'no-stream',
  BAD_NARROW: 'bad-narrow',
  NOT_FOUND: 'none',
}

/**
 * Whether the answer is as documented, too.
 * @param path the whole one, as routes name it. @param how credentials, as headers
 */
export async function callAs(
  { server, checkAnswer, undocumented }: AccessWorld,
  method: string,
  path: string,
  given: Given,
  how: Readonly<Record<string, string>>,
): Promise<Outcome> {
  const { db } = server.organization
  const last =
    db.orm
      .select({ id: max(auditLog.id) })
      .from(auditLog)
      .get()?.id ?? 0
  const query = new URLSearchParams(encoded(given))
  const url = `${server.url}${filled(path, given.path)}${given.query ? `?${new URLSearchParams(given.query)}` : ''}`
  const response =
    method === 'GET'
      ? await fetch(`${url}?${query}`, { redirect: 'manual', headers: how })
      : await fetch(url, {
          method,
          redirect: 'manual',
          headers: { ...ownPage, ...how, ...given.headers },
          ...(bodiless.has(method) ? {} : { body: bodyOf(given, query) }),
        })
  const text = await response.text()
  if (isJson(response, text))
    undocumented.push(...checkAnswer(method, path, response.status, JSON.parse(text)))
  const word = wordFor(response, text)
  const recorded = db.orm
    .select({ action: auditLog.action })
    .from(auditLog)
    .where(gt(auditLog.id, last))
    .all()
  return { word, recorded: [...new Set(recorded.map(({ action }) => action))].toSorted() }
}

const bodiless: ReadonlySet<string> = new Set(['HEAD', 'OPTIONS'])

/** The credentials of an API key; none for nobody. */
export function byKey({ email, authorization }: Client): Record<string, string> {
  return email === '' ? {} : { authorization }
}

function filled(path: string, values: Given['path']): string {
  return path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = values?.[name]
    if (value === undefined) throw new Error(`${path}: nothing was given for ${name}`)
    return String(value)
  })
}

function encoded({ parameters = {} }: Given): Record<string, string> {
  const entries = Object.entries(parameters)
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )
}

function bodyOf({ file }: Given, query: URLSearchParams): FormData | URLSearchParams {
  if (!file) return query
  const form = new FormData()
  for (const [name, value] of query) form.set(name, value)
  form.set('file', file)
  return form
}

function isJson(response: Response, text: string): boolean {
  return text !== '' && response.headers.get('content-type')?.startsWith('application/json') === true
}

function wordFor(response: Response, text: string): string {
  if (response.status < 400) return 'ok'
  if (!isJson(response, text)) return String(response.status)
  const { code }: { code?: string } = JSON.parse(text)
  return words[code ?? ''] ?? code ?? String(response.status)
}
