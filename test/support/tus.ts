// Resumable uploads for tests: the requests of tus 1.0.0 one by one, and connections that are left hanging in the middle.
import { readdirSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { Client } from './client'
import type { TestServer } from './server'

export type HeaderFields = Readonly<Record<string, string>>

/** An answer, with its JSON; empty where it has no body. */
export interface TusReply {
  status: number
  headers: Headers
  body: Record<string, unknown>
}

const version = { 'tus-resumable': '1.0.0' }
const partType = { 'content-type': 'application/offset+octet-stream' }

/** Somebody's uploads. */
export class Tus {
  /** @param credentials headers that say who calls. @param base where uploads are begun */
  constructor(
    readonly url: string,
    readonly credentials: HeaderFields,
    readonly base = '/api/v1/tus',
  ) {}

  /** Any request. @param path a whole one */
  async request(
    method: string,
    path: string,
    headers: HeaderFields = {},
    body?: string | Uint8Array<ArrayBuffer>,
  ) {
    const response = await fetch(this.url + path, {
      method,
      headers: { ...version, ...this.credentials, ...headers },
      ...(body === undefined ? {} : { body }),
    })
    const text = await response.text()
    const reply: TusReply = {
      status: response.status,
      headers: response.headers,
      body: text === '' ? {} : JSON.parse(text),
    }
    return reply
  }

  /** @returns the address of the new upload. @throws if it is refused */
  async begin(length: number, name = 'file.bin', headers: HeaderFields = {}): Promise<string> {
    const reply = await this.post({ 'upload-length': String(length), ...named(name), ...headers })
    const location = reply.headers.get('location')
    if (reply.status !== 201 || location === null) throw new Error(`${reply.status} ${reply.body['msg']}`)
    return location
  }

  post(headers: HeaderFields, body?: string): Promise<TusReply> {
    return this.request('POST', this.base, headers, body)
  }

  head(path: string): Promise<TusReply> {
    return this.request('HEAD', path)
  }

  patch(
    path: string,
    offset: number,
    body: string | Uint8Array<ArrayBuffer>,
    headers: HeaderFields = {},
  ): Promise<TusReply> {
    return this.request('PATCH', path, { ...partType, 'upload-offset': String(offset), ...headers }, body)
  }

  delete(path: string): Promise<TusReply> {
    return this.request('DELETE', path)
  }

  /** Where to go on, as the server says; undefined where there is no such upload. */
  async offset(path: string): Promise<number | undefined> {
    const { status, headers } = await this.head(path)
    return status === 200 ? Number(headers.get('upload-offset')) : undefined
  }

  /** A part of which only the beginning is sent: the connection stays open, and nothing more comes. */
  hanging(path: string, offset: number, length: number, beginning: string, headers: HeaderFields = {}) {
    const { hostname, port } = new URL(this.url)
    const given = {
      host: `${hostname}:${port}`,
      'content-length': String(length),
      'upload-offset': String(offset),
      ...version,
      ...partType,
      ...this.credentials,
      ...headers,
    }
    const lines = Object.entries(given).map(([name, value]) => `${name}: ${value}\r\n`)
    const answer = Promise.withResolvers<string>()
    const socket = connect(Number(port), hostname)
    socket.write(`PATCH ${path} HTTP/1.1\r\n${lines.join('')}\r\n${beginning}`)
    socket.on('data', (data) => answer.resolve(data.toString('latin1')))
    socket.on('error', () => undefined)
    socket.on('close', () => answer.resolve(''))
    return {
      send: (text: string) => void socket.write(text),
      /** The client is gone. */
      vanish: () => void socket.destroy(),
      /** What it was answered; nothing where the connection ended before. */
      answer: answer.promise,
    }
  }
}

/** `Upload-Metadata` with a file's name. */
export function named(name: string): HeaderFields {
  return { 'upload-metadata': `filename ${Buffer.from(name).toString('base64')}` }
}

/** Names of files that hold what has come of uploads that are not whole. */
export function unfinishedFiles({ organization }: TestServer): string[] {
  return readdirSync(folderIn(organization.folder))
}

/** How much has come of an upload, in bytes. */
export function sizeOnDisk({ organization }: TestServer, path: string): number {
  return statSync(join(folderIn(organization.folder), path.slice(path.lastIndexOf('/') + 1))).size
}

function folderIn(organization: string): string {
  return join(organization, 'uploads', 'resumable')
}

/** What the file holds whose address is in an answer, as its owner gets it. @throws if there is none */
export async function contentAt({ url, authorization }: Client, { body }: TusReply): Promise<string> {
  const response = await fetch(`${url}${String(body['url'])}`, { headers: { authorization } })
  if (response.status !== 200) throw new Error(`${response.status}: ${JSON.stringify(body)}`)
  return response.text()
}
