// What tests of imports share: an organization to import into, the command, and what people see afterwards.
import { expect } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from './client'
import { Confab, createAcme } from './confab'
import { item, items, type Item } from './law/rules'
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

/**
 * An import that is killed in the middle, and run again: what was taken is known, all else is taken, nothing is there twice.
 * @param count how many messages the archive has @param name of a channel where all texts differ
 */
export async function surviveKilling(
  confab: Confab,
  service: string,
  path: string,
  { count, name, email }: { count: number; name: string; email: string },
): Promise<void> {
  const child = Bun.spawn([...confab.program, 'import', service, path], {
    cwd: confab.data,
    env: { CONFAB_DATA: confab.data },
    stdout: 'ignore',
    stderr: 'pipe',
  })
  const reader = child.stderr.getReader()
  const decoder = new TextDecoder()
  for (let said = ''; !said.includes('Importing: 10 %');) {
    const { value, done } = await reader.read()
    if (done) throw new Error(`It has ended: ${said}`)
    said += decoder.decode(value)
  }
  child.kill('SIGKILL')
  await child.exited
  expect(readdirSync(join(confab.data, 'organizations'))).toEqual(['.importing-root'])
  // Its name is not to be had meanwhile.
  expect((await confab.run(createAcme, 'correct horse battery')).code).not.toBe(0)

  const rest = await confab.json(['import', service, path])
  const counts = [item(rest['taken'])['messages'], item(rest['known'])['messages']].map(Number)
  expect(counts[1]).toBeGreaterThan(0)
  expect((counts[0] ?? 0) + (counts[1] ?? 0)).toBe(count)
  const again = await confab.json(['import', service, path])
  expect(again).toMatchObject({
    taken: { people: 0, channels: 0, messages: 0, reactions: 0, files: 0, emoji: 0 },
    known: { messages: count },
  })
  const server = await confab.serve()
  const reads = await caller(confab, server.url, email)
  const texts: unknown[] = []
  for (let anchor: unknown = 'oldest', isLast = false; !isLast;) {
    const { body } = await reads.get('/messages', {
      anchor,
      include_anchor: anchor === 'oldest',
      num_before: 0,
      num_after: 5000,
      narrow: [{ operator: 'channel', operand: name }],
      apply_markdown: false,
    })
    const messages = items(body['messages'])
    texts.push(...messages.map(({ content }) => content))
    anchor = messages.at(-1)?.['id']
    isLast = body['found_newest'] === true
  }
  expect(texts.length).toBeGreaterThanOrEqual(many)
  expect(new Set(texts).size).toBe(texts.length)
}

/** So many messages that an import has not ended when it is killed. */
export const many = 8000
