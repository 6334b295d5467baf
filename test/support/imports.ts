// What tests of imports share: an organization to import into, the command, and what people see afterwards.
import { expect } from 'bun:test'
import { join } from 'node:path'
import { Client } from './client'
import { Confab, createAcme } from './confab'
import { items, type Item } from './law/rules'
import { zipOf } from './zip'

/** A data folder with an organization that belongs to owner@x.io. */
export async function founded(): Promise<Confab> {
  const confab = new Confab()
  const { code, err } = await confab.run(createAcme, 'correct horse battery')
  expect([code, err]).toEqual([0, ''])
  return confab
}

/** What imports these files as a zip archive of a service. @returns the JSON that the command prints */
export function importer(service: string) {
  return async (confab: Confab, files: Record<string, string | Uint8Array>, ...options: string[]) => {
    const path = join(confab.data, 'export.zip')
    await Bun.write(path, zipOf(files))
    return confab.json(['import', service, path, ...options])
  }
}

/** Somebody who has come with an import, with a key from the command line. */
export async function caller(confab: Confab, url: string, email: string): Promise<Client> {
  const made = await confab.json(['user', 'key', '--email', email])
  return new Client(url, Number(made['user_id']), email, String(made['api_key']))
}

/** The newest messages of a narrow, as Markdown. */
export async function messagesOf(who: Client, narrow: readonly object[] = []): Promise<Item[]> {
  const { body } = await who.get('/messages', {
    anchor: 'newest',
    num_before: 1000,
    num_after: 0,
    narrow,
    apply_markdown: false,
  })
  return items(body['messages'])
}
