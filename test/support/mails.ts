// Mails for tests: as text of RFC 5322, and as they are handed to the server.
import type { Client, Reply } from './client'
import { anonymous } from './client'
import type { TestServer } from './server'

export const mailSecret = 'the mail server knows this'
export const mailPattern = '%s@mail.example.com'

let made = 0

export interface MailParts {
  subject?: string
  from?: string
  /** Further headers, or others instead of the usual ones; null leaves one out. */
  headers?: Readonly<Record<string, string | null>>
  body?: string
}

/** A mail of somebody, with a Message-ID of its own. */
export function mail({
  subject = 'Lunch',
  from = 'Eve Else <eve@elsewhere.example>',
  headers = {},
  body = 'Hello',
}: MailParts = {}): string {
  made += 1
  const all: Record<string, string | null> = {
    From: from,
    To: 'whoever@mail.example.com',
    Subject: subject,
    'Message-ID': `<${made}@elsewhere.example>`,
    'Content-Type': 'text/plain; charset=utf-8',
    ...headers,
  }
  const lines = Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]))
  return `${lines.join('\r\n')}\r\n\r\n${body.replaceAll('\n', '\r\n')}\r\n`
}

/** A mail of several parts, each with its own headers. */
export function multipart(
  parts: readonly { headers: string; body: string }[],
  others: MailParts = {},
): string {
  const body = `${parts.map(({ headers, body }) => `--edge\n${headers}\n\n${body}\n`).join('')}--edge--`
  const headers = { 'Content-Type': 'multipart/mixed; boundary=edge', ...others.headers }
  return mail({ ...others, headers, body })
}

/** Hands a mail over as a mail server does. */
export function handOver(
  server: TestServer,
  to: string,
  text: string,
  changes: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  const msg = Buffer.from(text).toString('base64')
  const body = new URLSearchParams({ rcpt_to: to, msg_base64: msg, secret: mailSecret, ...changes })
  return anonymous(server.url, '/email_mirror', { method: 'POST', body })
}

/** The same, once it is posted or given up. */
export async function deliver(server: TestServer, to: string, text: string): Promise<void> {
  const { body } = await handOver(server, to, text)
  if (body['result'] !== 'success') throw new Error(`Not taken: ${JSON.stringify(body)}`)
  await server.server.settled()
}

/** The address of a channel for a person, with these words instead of the usual one. */
export async function channelAddress(
  person: Client,
  channel: { id: number },
  words: readonly string[] = [],
  senderId?: number,
): Promise<string> {
  const { body } = await person.get(
    `/streams/${channel.id}/email_address`,
    senderId === undefined ? {} : { sender_id: senderId },
  )
  const [local = '', domain = ''] = String(body['email']).split('@')
  return `${[local.replace('.show-sender', ''), ...words].join('.')}@${domain}`
}
