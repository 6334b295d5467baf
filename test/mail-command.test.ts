// `confab mail receive`: what a mail server pipes its mails to, beside a running server and without one.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { Confab, createAcme } from './support/confab'
import { Client } from './support/client'
import { addChannel } from './support/channels'
import { items } from './support/law/rules'
import { channelAddress, mail, mailPattern } from './support/mails'

const confab = new Confab()
let address = ''
let [ownerId, key] = [0, '']

/** Starts a server; its owner. */
async function serve() {
  const server = await confab.serve(['--json', '--incoming-mail-pattern', mailPattern])
  const owner = new Client(server.url, ownerId, 'owner@x.io', key)
  const stop = async () => {
    server.kill('SIGTERM')
    await server.exited
  }
  return { owner, stop }
}

/** What the newest messages say, once there are so many of them. */
async function contents(owner: Client, count: number): Promise<unknown[]> {
  for (;;) {
    const narrow = [{ operator: 'channel', operand: 'inbox' }]
    const range = { anchor: 'newest', num_before: 100, num_after: 0, narrow, apply_markdown: false }
    const { body } = await owner.get('/messages', range)
    const all = items(body['messages'])
    if (all.length >= count) return all.map(({ content }) => content)
    await Bun.sleep(20)
  }
}

beforeAll(async () => {
  const made = await confab.json(createAcme, 'correct horse battery\n')
  ;[ownerId, key] = [Number(made['user_id']), String(made['api_key'])]
  const { owner, stop } = await serve()
  address = await channelAddress(owner, await addChannel(owner, 'inbox', []))
  await stop()
}, 240_000)
afterAll(() => confab[Symbol.asyncDispose]())

test('a mail is taken in beside the server, for whom the arguments, the environment or its headers say', async () => {
  const { owner, stop } = await serve()
  expect(address).toEndWith('@mail.example.com')
  const receive = (text: string, to: string[] = [], environment: Record<string, string> = {}) =>
    confab.run(['mail', 'receive', ...to], text, environment)
  expect(await receive(mail({ body: 'one' }), [address])).toEqual({ code: 0, out: '', err: '' })
  const said = { ORIGINAL_RECIPIENT: address }
  expect(await receive(mail({ body: 'two' }), [], said)).toMatchObject({ code: 0 })
  const delivered = { 'Delivered-To': 'somebody@else.example', 'X-Original-To': address }
  expect(await receive(mail({ body: 'three', headers: delivered }))).toMatchObject({ code: 0 })
  const written = { To: `Somebody <somebody@else.example>,\r\n "The channel" <${address}>` }
  expect(await receive(mail({ body: 'four', headers: written }))).toMatchObject({ code: 0 })
  expect(await contents(owner, 4)).toEqual(['one', 'two', 'three', 'four'])

  expect(await receive(mail(), ['nobody@mail.example.com'])).toEqual({
    code: 67,
    out: '',
    err: 'confab: There is no such recipient\n',
  })
  // Who is named is meant, whatever the headers say.
  expect(await receive(mail({ headers: delivered }), ['nobody@mail.example.com'])).toMatchObject({ code: 67 })
  expect(await receive(mail())).toMatchObject({ code: 67 })
  expect(await receive('')).toMatchObject({ code: 65 })
  expect(await receive('x'.repeat(10 * 2 ** 20 + 1), [address])).toMatchObject({ code: 65 })
  expect(await contents(owner, 4)).toHaveLength(4)
  await stop()
}, 240_000)

test('one that comes while no server runs is posted when it starts; where there is no folder it is to come again', async () => {
  expect(await confab.run(['mail', 'receive', address], mail({ body: 'meanwhile' }))).toMatchObject({
    code: 0,
  })
  const elsewhere = { CONFAB_DATA: `${confab.data}-not-there` }
  expect(await confab.run(['mail', 'receive', address], mail(), elsewhere)).toMatchObject({ code: 75 })
  const { owner, stop } = await serve()
  expect((await contents(owner, 5)).at(-1)).toBe('meanwhile')
  await stop()
}, 240_000)
