// What tests of backups share: an installation with something in it, and what a restored one has.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from './client'
import { createAcme, type Confab, type ServerProcess } from './confab'

/** The owner of `createAcme`, who calls a server. */
export type OwnerOf = (server: ServerProcess) => Client

/** Makes the organization, without a server. */
export async function acme(confab: Confab): Promise<OwnerOf> {
  const made = await confab.json(createAcme, 'a long password\n')
  return ({ url }) => new Client(url, Number(made['user_id']), 'owner@x.io', String(made['api_key']))
}

/** Starts a server on another folder than the installation's own. */
export function serveFolder(confab: Confab, folder: string): Promise<ServerProcess> {
  return confab.serve(['--json', '--rate-limits', 'off', '--data', folder])
}

export async function say(owner: Client, content: string): Promise<void> {
  const { body } = await owner.post('/messages', { type: 'direct', to: [owner.id], content })
  if (body['result'] !== 'success') throw new Error(JSON.stringify(body))
}

/** What the owner has written to themselves. */
export async function said(owner: Client): Promise<string[]> {
  const narrow = [{ operator: 'is', operand: 'dm' }]
  const { body } = await owner.get('/messages', {
    anchor: 'oldest',
    num_before: 0,
    num_after: 5000,
    narrow,
    apply_markdown: false,
  })
  const { messages } = body
  return Array.isArray(messages) ? messages.map(({ content }: { content: string }) => content) : []
}

/** @returns its address */
export async function uploaded(owner: Client, content: string | Uint8Array): Promise<string> {
  const { body } = await owner.upload('/user_uploads', Buffer.from(content), { name: 'file.txt' })
  return String(body['url'])
}

export async function opened(owner: Client, server: ServerProcess, path: string): Promise<string> {
  const answer = await fetch(server.url + path, { headers: { authorization: owner.authorization } })
  return `${answer.status} ${await answer.text()}`
}

/** The files of a folder, at any depth, without folders that are empty. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
}
