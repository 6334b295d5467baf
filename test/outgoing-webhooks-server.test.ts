// Outgoing webhook bots served as the protocol's public bot server does it, with zulip-js as the client of one of them.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { defaultRules } from '../src/organization/rules'
import { addWebhookBot, botServer, tokenOf, type ServedBot } from './support/bot-programs'
import { messagesIn, sendTo } from './support/changed-messages'
import { addChannel } from './support/channels'
import type { Client } from './support/client'
import type { Item } from './support/law/rules'
import { sendDirectly } from './support/messages'
import { scenario } from './support/scenario'
import { ZulipJs } from './support/zulip-js'

// zulip-js runs in a process of its own.
setDefaultTimeout(240_000)

const rules = { ...defaultRules, allowsPrivateAddresses: true }
const { server, owner, ann, bob } = await scenario({ ann: 'member', bob: 'member' }, { rules })
const general = await addChannel(owner, 'general', [owner, ann, bob])

/** What a bot server knows of a bot: the token from its configuration, the name from asking with its key. */
async function knownOf(bot: Client) {
  const { body } = await bot.get('/users/me')
  return { fullName: String(body['full_name']), token: await tokenOf(ann, bot) }
}

const directWith = (other: Client) => [{ operator: 'dm', operand: [other.id] }]
const topic = (name: string) => [
  { operator: 'channel', operand: general.id },
  { operator: 'topic', operand: name },
]

test('it finds what it reads of a message, and answers for each of its bots', async () => {
  const heard: Item[] = []
  const bots = new Map<string, ServedBot>()
  const served = botServer(bots)
  const add = async (name: string, handleMessage: ServedBot['handleMessage']) => {
    const made = await addWebhookBot(ann, served.url, { full_name: name })
    bots.set(made.email, { ...(await knownOf(made)), handleMessage })
    return made
  }
  const helper = await add('Helper', (message) => {
    heard.push(message)
    return `beep ${String(message['content'])}`
  })
  const silent = await add('Silent', () => undefined)
  await using process = new ZulipJs()
  const own = await process.login({ username: silent.email, apiKey: silent.apiKey, realm: server.url })
  // As such servers reply: over the API, with the key of the bot, to where the message came from.
  bots.set(silent.email, {
    ...(await knownOf(silent)),
    async handleMessage({ type, display_recipient: where, subject, sender_email: email }) {
      const to = type === 'private' ? [email] : where
      const sent = await own.call('messages.send', { type, to, subject, content: 'over the API' })
      return sent['result'] === 'success' ? undefined : JSON.stringify(sent)
    },
  })
  await sendTo(bob, general.id, 'served', '@**Helper** boop')
  await sendTo(bob, general.id, 'served', '@**Silent** boop')
  await sendTo(bob, general.id, 'elsewhere', 'Not to @**Helper**')
  await sendDirectly(bob, [helper], 'direct boop')
  await sendDirectly(bob, [silent], 'direct boop')
  await server.server.settled()
  served.stop()
  const saidIn = async (narrow: readonly object[]) =>
    (await messagesIn(bob, narrow, { apply_markdown: false }))
      .filter((message) => message['sender_id'] !== bob.id)
      .map((message) => `${String(message['sender_id'])} ${String(message['content'])}`)
      .sort()
  expect(await saidIn(topic('served'))).toEqual(
    [`${helper.id} beep boop`, `${silent.id} over the API`].sort(),
  )
  expect(await saidIn(topic('elsewhere'))).toEqual([])
  expect(await saidIn(directWith(helper))).toEqual([`${helper.id} beep direct boop`])
  expect(await saidIn(directWith(silent))).toEqual([`${silent.id} over the API`])
  expect(heard.sort((a, b) => Number(a['id']) - Number(b['id']))).toMatchObject([
    { type: 'stream', display_recipient: 'general', subject: 'served', full_content: '@**Helper** boop' },
    { type: 'private', subject: '', sender_email: bob.email },
  ])
  expect(served.calls).toHaveLength(5)
})

test('it refuses who has not the right token', async () => {
  const bots = new Map<string, ServedBot>()
  const served = botServer(bots)
  const bot = await addWebhookBot(ann, served.url)
  bots.set(bot.email, { ...(await knownOf(bot)), token: 'another', handleMessage: () => 'Never said' })
  const id = await sendDirectly(bob, [bot], 'Hello')
  await server.server.settled()
  served.stop()
  expect((await messagesIn(bob, directWith(bot))).at(-1)?.['id']).toBe(id)
  const told = await messagesIn(ann, [{ operator: 'is', operand: 'dm' }])
  expect(String(told.at(-1)?.['content'])).toContain('answered with status 401')
})
