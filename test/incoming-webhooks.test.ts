// Incoming webhooks: who may post by them and where, which deliveries are told of, and which are refused, filtered, counted.
import { describe, expect, test } from 'bun:test'
import pino from 'pino'
import { addBot } from './support/bots'
import { addChannel } from './support/channels'
import { anonymous, type Client, type Reply } from './support/client'
import { holdsLaw, register } from './support/law'
import { items } from './support/law/rules'
import { scenario } from './support/scenario'
import { TestServer } from './support/server'
import { addressFor, deliver, messagesOf, posted, type Said } from './support/webhooks/delivering'
import { build } from './support/webhooks/alerts'
import { gitHub, gitHubPayloads, push } from './support/webhooks/github'

const { server, owner, ann, bob, gus } = await scenario({ ann: 'member', bob: 'member', gus: 'guest' })
const harbour = await addChannel(owner, 'harbour', [owner, ann, bob, gus])
const secret = await addChannel(bob, 'cellar', [bob], { invite_only: true })
const bot = await addBot(ann, { bot_type: 2, full_name: 'Keeper' })
const delivery = gitHub('push', push)
const toHarbour = { stream: 'harbour' }

/** A delivery of something that says so, with a body as it stands. */
const send = (
  path: string,
  body: string | FormData,
  type = 'application/json',
  headers = {},
): Promise<Reply> =>
  anonymous(server.url, path, { method: 'POST', headers: { 'content-type': type, ...headers }, body })

const hmac = (key: string, body: string) => new Bun.CryptoHasher('sha256', key).update(body).digest('hex')

describe('a push that GitHub tells of', () => {
  test('appears in the channel that the address names', async () => {
    const reply = await holdsLaw([ann, bob, gus], () => deliver(bot, 'github', delivery, toHarbour))
    expect(reply.body).toEqual({ result: 'success', msg: '', id: expect.any(Number) })
    const [message] = await messagesOf(gus, bot)
    expect(message).toMatchObject({
      sender_full_name: 'Keeper',
      stream_id: harbour.id,
      subject: 'lighthouse / main',
    })
    expect(message?.['content']).toBe(
      [
        'mira pushed [2 commits](https://github.example/harbour/lighthouse/compare/efef...a2a2) to branch `main`.',
        '',
        `- Polish the lens ([\`a1a1a1a\`](https://github.example/harbour/lighthouse/commit/${'a1'.repeat(20)}))`,
        `- Wind the clock ([\`a2a2a2a\`](https://github.example/harbour/lighthouse/commit/${'a2'.repeat(20)}), by otto)`,
      ].join('\n'),
    )
  })

  test('may come as JSON, as a form with JSON in it, or with a type that says nothing', async () => {
    const path = addressFor(bot, 'github', toHarbour)
    const json = JSON.stringify(push)
    const parts = new FormData()
    parts.set('payload', json)
    const replies = [
      await send(path, json, 'text/plain', delivery.headers),
      await send(
        path,
        new URLSearchParams({ payload: json }).toString(),
        'application/x-www-form-urlencoded',
        delivery.headers,
      ),
      await anonymous(server.url, path, { method: 'POST', body: parts, headers: delivery.headers ?? {} }),
    ]
    expect(replies.map(({ body }) => body['result'])).toEqual(['success', 'success', 'success'])
    const contents = (await messagesOf(ann, bot)).map(({ content }) => content)
    expect(new Set(contents).size).toBe(1)
  })
})

describe('where it is posted', () => {
  test('a channel by its ID, and under the topic that the address names', async () => {
    const said = { stream: harbour.id, topic: 'all of it' }
    const { topic, content } = await posted(ann, bot, 'github', delivery, said)
    expect(topic).toBe('all of it')
    // What it would have been called is said, where nobody sees it otherwise.
    expect(content).toStartWith('**lighthouse / main**\n\nmira pushed')
  })

  test('without a channel, in a direct message to the owner of the bot', async () => {
    const before = await messagesOf(bob, bot)
    await deliver(bot, 'github', delivery)
    const message = (await messagesOf(ann, bot)).at(-1)
    expect(message).toMatchObject({ type: 'private' })
    expect(items(message?.['display_recipient']).map(({ id }) => id)).toEqual([ann.id, bot.id])
    expect(message?.['content']).toStartWith('**lighthouse / main**\n\nmira')
    expect(await messagesOf(bob, bot)).toEqual(before)
  })

  test('without one, in the default channel of the bot, if it has one', async () => {
    const settled = await addBot(ann, { bot_type: 2, default_sending_stream: 'harbour' })
    expect((await posted(bob, settled, 'github', delivery)).topic).toBe('lighthouse / main')
  })

  test('where there are no topics, with what the topic would have been', async () => {
    const quay = await addChannel(owner, 'quay', [owner, ann], { topics_policy: 'empty_topic_only' })
    const { topic, content } = await posted(ann, bot, 'github', delivery, { stream: quay.id, topic: 'here' })
    expect(topic).toBe('general chat')
    expect(content).toStartWith('**lighthouse / main**')
  })

  test('a topic is cut, and of one line', async () => {
    const { topic } = await posted(ann, bot, 'github', delivery, {
      ...toHarbour,
      topic: `The\nlight${'é'.repeat(100)}`,
    })
    expect(topic).toBe(`The light${'é'.repeat(50)}…`)
  })
})

describe('it is refused', () => {
  const refused = async (reply: Promise<Reply>) => {
    const { status, body } = await reply
    return { status, code: body['code'] }
  }

  test.each<[string, () => Promise<Reply>, number, string]>([
    ['without a key', () => send('/external/github?stream=harbour', '{}'), 401, 'UNAUTHORIZED'],
    ['with a wrong key', () => send('/external/github?api_key=wrong', '{}'), 401, 'UNAUTHORIZED'],
    ['with the key of a person', () => deliver(ann, 'github', delivery, toHarbour), 400, 'BAD_REQUEST'],
    ['by an integration that there is not', () => deliver(bot, 'pigeon', delivery), 404, 'NOT_FOUND'],
    [
      'into a channel that is not there',
      () => deliver(bot, 'github', delivery, { stream: 'sea' }),
      400,
      'STREAM_DOES_NOT_EXIST',
    ],
    [
      'into one that neither bot nor owner sees',
      () => deliver(bot, 'github', delivery, { stream: secret.id }),
      400,
      'STREAM_DOES_NOT_EXIST',
    ],
    [
      'with filters that are no lists',
      () => deliver(bot, 'github', delivery, { ...toHarbour, only_events: 'push' }),
      400,
      'REQUEST_VARIABLE_INVALID',
    ],
    [
      'with no JSON',
      () => send(addressFor(bot, 'github', toHarbour), '{"ref":', undefined, delivery.headers),
      400,
      'BAD_REQUEST',
    ],
    [
      'with nothing at all',
      () => send(addressFor(bot, 'github', toHarbour), '', undefined, delivery.headers),
      400,
      'BAD_REQUEST',
    ],
    [
      'with more than a delivery has',
      () => send(addressFor(bot, 'json', toHarbour), `"${'x'.repeat(4 * 1024 * 1024)}"`),
      413,
      'PAYLOAD_TOO_LARGE',
    ],
    [
      'with lists within lists',
      () => send(addressFor(bot, 'json', toHarbour), '['.repeat(20_000) + ']'.repeat(20_000)),
      400,
      'BAD_REQUEST',
    ],
    [
      'with too many parts',
      () => send(addressFor(bot, 'json', toHarbour), `[${'[],'.repeat(200_000)}0]`),
      400,
      'BAD_REQUEST',
    ],
  ])('%s', async (_, call, status, code) => {
    const before = await messagesOf(owner, bot)
    expect(await refused(call())).toEqual({ status, code })
    expect(await messagesOf(owner, bot)).toEqual(before)
  })

  test('a key in the address opens nothing else', async () => {
    const path = addressFor(bot, 'github').replace('/external/github', '/users')
    expect((await anonymous(server.url, path)).body['code']).toBe('UNAUTHORIZED')
  })

  test('and the key in the address stands in no log, whatever comes of it', async () => {
    const lines: string[] = []
    const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
    const logging = await TestServer.start({ log })
    const keeper = await addBot(logging.owner, { bot_type: 2 })
    for (const stream of ['nowhere', undefined]) {
      await deliver(keeper, 'github', delivery, stream === undefined ? {} : { stream })
    }
    await logging.stop()
    const logged = lines.join('')
    expect(logged.match(/\/api\/v1\/external\/github/g)).toHaveLength(2)
    expect(logged).not.toContain(keeper.apiKey)
  })

  test('from a bot that is deactivated', async () => {
    const gone = await addBot(ann, { bot_type: 2 })
    await ann.delete(`/bots/${gone.id}`)
    expect(await refused(deliver(gone, 'github', delivery, toHarbour))).toEqual({
      status: 401,
      code: 'USER_DEACTIVATED',
    })
  })
})

describe('events', () => {
  const ignored = async (said: Said, event = 'push', by = bot) => {
    const { body } = await deliver(by, 'github', gitHub(event, gitHubPayloads[event] ?? {}), {
      ...toHarbour,
      ...said,
    })
    expect(body['result']).toBe('success')
    return body['ignored'] !== undefined
  }

  test.each<[Said, boolean]>([
    [{ only_events: ['push'] }, false],
    [{ only_events: ['pu*'] }, false],
    [{ only_events: ['*_run', '*'] }, false],
    [{ only_events: [] }, false],
    [{ only_events: ['pull_request*'] }, true],
    [{ exclude_events: ['push'] }, true],
    [{ exclude_events: ['*s*h'] }, true],
    [{ exclude_events: ['push?', 'pus'] }, false],
    [{ only_events: ['push'], exclude_events: ['p*'] }, true],
    [{ branches: 'main, release-*' }, false],
    [{ branches: 'release-*' }, true],
  ])('%p leaves a push to main out: %p', async (said, isIgnored) => {
    expect(await ignored(said)).toBe(isIgnored)
  })

  test('that nobody has words for are counted, and those who administer the bot see it', async () => {
    const counting = await addBot(ann, { bot_type: 2 })
    for (let times = 0; times < 3; times++)
      expect(await ignored({}, 'marketplace_purchase', counting)).toBe(true)
    // What is left out on purpose is not counted.
    expect(await ignored({ exclude_events: ['team*'] }, 'team_add', counting)).toBe(true)
    const seenBy = async (who: Client) => {
      const events = items((await who.get('/external')).body['unsupported_events'])
      return events.filter(({ bot_id }) => bot_id === counting.id)
    }
    const counted = {
      bot_id: counting.id,
      integration: 'github',
      event: 'marketplace_purchase',
      count: 3,
      last_timestamp: server.clock.now() / 1000,
    }
    expect(await seenBy(ann)).toEqual([counted])
    expect(await seenBy(owner)).toEqual([counted])
    expect(await seenBy(bob)).toEqual([])
    // Their names are the sender's choice: there is an end to them.
    for (let number = 0; number < 150; number++) await ignored({}, `odd-${number}`, counting)
    expect(await seenBy(ann)).toHaveLength(100)
    expect(await messagesOf(ann, counting)).toEqual([])
  })
})

describe('a delivery that comes again', () => {
  test('is posted once, within a day; another bot has its own', async () => {
    const other = await addBot(ann, { bot_type: 2 })
    const named = gitHub('push', push, '72d3162e-cc78-11e3-81ab-4c9367dc0958')
    const again = () => Promise.all([1, 2, 3].map(() => deliver(bot, 'github', named, toHarbour)))
    const before = (await messagesOf(ann, bot)).length
    const replies = await again()
    expect(new Set(replies.map(({ body }) => body['id'])).size).toBe(1)
    expect(replies.filter(({ body }) => body['already_delivered'] === true)).toHaveLength(2)
    expect(await messagesOf(ann, bot)).toHaveLength(before + 1)
    expect((await deliver(other, 'github', named, toHarbour)).body['already_delivered']).toBeUndefined()
    await server.advance(23 * 3_600_000)
    await again()
    expect(await messagesOf(ann, bot)).toHaveLength(before + 1)
    await server.advance(3_600_000)
    await again()
    expect(await messagesOf(ann, bot)).toHaveLength(before + 2)
  })

  test('may have two names with its sender: a build of Jenkins that is completed, and then finalized', async () => {
    const ended = (phase: string, number: number) => {
      const full_url = `https://jenkins.example/job/lamps/${number}/`
      return { payload: { ...build, build: { ...build.build, phase, number, full_url } } }
    }
    const tell = async (phase: string, number: number) =>
      (await deliver(bot, 'jenkins', ended(phase, number), toHarbour)).body
    expect((await tell('STARTED', 21))['already_delivered']).toBeUndefined()
    expect((await tell('COMPLETED', 21))['already_delivered']).toBeUndefined()
    expect((await tell('FINALIZED', 21))['already_delivered']).toBe(true)
    // Whoever is told of the end alone is told.
    expect((await tell('FINALIZED', 22))['already_delivered']).toBeUndefined()
    expect((await tell('QUEUED', 23))['ignored']).toBeString()
  })

  test('is posted when it was refused before', async () => {
    const named = gitHub('push', push, 'once-more')
    expect((await deliver(bot, 'github', named, { stream: 'jetty' })).body['code']).toBe(
      'STREAM_DOES_NOT_EXIST',
    )
    await addChannel(owner, 'jetty', [ann])
    expect((await deliver(bot, 'github', named, { stream: 'jetty' })).body['id']).toBeNumber()
  })
})

describe('a bot with a secret', () => {
  const word = 'It is a secret'

  test('takes only what is signed as its sender signs', async () => {
    const guarded = await addBot(ann, { bot_type: 2, config_data: { webhook_secret: word } })
    const body = JSON.stringify(push)
    const now = Math.floor(server.clock.now() / 1000)
    const slack = (time: number) => ({
      'x-slack-request-timestamp': String(time),
      'x-slack-signature': `v0=${hmac(word, `v0:${time}:${body}`)}`,
    })
    const attempt = async (integration: string, headers: Record<string, string>) => {
      const path = addressFor(guarded, integration, toHarbour)
      const reply = await send(path, body, undefined, { ...delivery.headers, ...headers })
      return reply.body['code'] ?? reply.body['result']
    }
    expect(await attempt('github', {})).toBe('UNAUTHORIZED')
    expect(await attempt('github', { 'x-hub-signature-256': `sha256=${hmac('Guess', body)}` })).toBe(
      'UNAUTHORIZED',
    )
    expect(await attempt('github', { 'x-hub-signature-256': `sha256=${hmac(word, body)}` })).toBe('success')
    const signature = hmac(word, body)
    expect(await attempt('gitlab', { 'x-gitlab-token': 'Guess' })).toBe('UNAUTHORIZED')
    expect(await attempt('gitlab', { 'x-gitlab-token': word })).toBe('success')
    for (const header of ['x-gitea-signature', 'x-forgejo-signature']) {
      expect(await attempt('gitea', { [header]: hmac('Guess', body) })).toBe('UNAUTHORIZED')
      expect(await attempt('gitea', { [header]: signature })).toBe('success')
    }
    expect(await attempt('sentry', { 'sentry-hook-signature': signature.slice(1) })).toBe('UNAUTHORIZED')
    expect(await attempt('sentry', { 'sentry-hook-signature': signature })).toBe('success')
    expect(await attempt('slack_incoming', slack(now - 301))).toBe('UNAUTHORIZED')
    expect(await attempt('slack_incoming', slack(now))).toBe('success')
    expect(await attempt('json', { authorization: 'Bearer Guess' })).toBe('UNAUTHORIZED')
    expect(await attempt('json', { authorization: `Bearer ${word}` })).toBe('success')
  })
})

describe('the integrations', () => {
  test('are listed for clients that make bots, each with what it can be told', async () => {
    const list = items((await register(bob))['realm_incoming_webhook_bots'])
    expect(list.map(({ name }) => name)).toEqual(list.map(({ name }) => String(name)).toSorted())
    expect(list.find(({ name }) => name === 'github')).toEqual({
      name: 'github',
      display_name: 'GitHub',
      all_event_types: expect.arrayContaining(['pull_request', 'push']),
      config_options: [{ key: 'branches', label: expect.any(String), validator: 'check_string' }],
    })
    expect(list.find(({ name }) => name === 'slack_incoming')).toMatchObject({ all_event_types: null })
    expect((await bob.get('/external')).body['integrations']).toEqual(list)
  })

  test('have addresses that are made for whoever administers the bot, and that work', async () => {
    const said = { stream: 'harbour', topic: 'a & b', only_events: ['pu*'], branches: 'main' }
    const parameters = { integration: 'github', bot_id: bot.id, ...said }
    const { body } = await ann.get('/external', parameters)
    const url = new URL(String(body['url']))
    expect(url.pathname).toBe('/api/v1/external/github')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      api_key: bot.apiKey,
      stream: 'harbour',
      topic: 'a & b',
      only_events: '["pu*"]',
      branches: 'main',
    })
    const path = url.pathname.replace('/api/v1', '') + url.search
    expect((await send(path, JSON.stringify(push), undefined, delivery.headers)).body).toMatchObject({
      result: 'success',
      id: expect.any(Number),
    })
    expect((await bob.get('/external', parameters)).body).toMatchObject({ code: 'BAD_REQUEST' })
    expect((await ann.get('/external', { integration: 'pigeon' })).body).toMatchObject({ code: 'NOT_FOUND' })
    expect((await bob.get('/external', { integration: 'github' })).body['url']).not.toContain(bot.apiKey)
  })
})
