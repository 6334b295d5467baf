// Files that a test needs: uploaded, linked to, and asked for.
import { expect } from 'bun:test'
import type { Client } from './client'
import { find, items, type Item } from './law/rules'
import { fileStore } from '../../src/file-store/file-store'
import type { TestServer } from './server'

/** A file that somebody has uploaded. */
export interface Uploaded {
  /** Its address, a path. */
  readonly url: string
  /** Markdown that links to it. */
  readonly link: string
  readonly id: number
}

/** Uploads a text file. */
export async function uploadText(who: Client, text = 'Words', name = 'plan.txt'): Promise<Uploaded> {
  const { body } = await who.upload('/user_uploads', Buffer.from(text), { name })
  expect(body).toMatchObject({ result: 'success' })
  const url = String(body['url'])
  const { id } = find(await filesOf(who), 'path_id', url.replace('/user_uploads/', ''))
  return { url, link: `[${name}](${url})`, id: Number(id) }
}

/** The files as their owner sees them, the newest first. */
export async function filesOf(who: Client): Promise<Item[]> {
  return items((await who.get('/attachments')).body['attachments'])
}

/** The messages that link to a file of the owner's, as they see it; undefined if they have no such file. */
export async function linkingTo(owner: Client, { id }: Uploaded): Promise<unknown[] | undefined> {
  const file = (await filesOf(owner)).find((each) => each['id'] === id)
  return file && items(file['messages']).map((message) => message['id'])
}

/** Whether somebody can open the file now; a client without credentials is a spectator. */
export async function opens(who: Client, { url }: Uploaded): Promise<boolean> {
  const headers: Record<string, string> = who.email === '' ? {} : { authorization: who.authorization }
  const answer = await fetch(who.url + url, { headers })
  await answer.arrayBuffer()
  expect([200, 404, 401]).toContain(answer.status)
  return answer.status === 200
}

/** Whether the content is on the disk. */
export function isKept({ organization }: TestServer, { url }: Uploaded): Promise<boolean> {
  return fileStore(organization)
    .content(url.split('/')[3] ?? '')
    .exists()
}
