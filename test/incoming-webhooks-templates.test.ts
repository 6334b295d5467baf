// JSON of any program in a template: of the address or of the bot, filled with text that means nothing, and never more than text.
import { expect, test } from 'bun:test'
import { addBot } from './support/bots'
import { addChannel } from './support/channels'
import { anonymous } from './support/client'
import { scenario } from './support/scenario'
import { addressFor, deliver, posted, type Said } from './support/webhooks/delivering'

const { server, owner, ann } = await scenario({ ann: 'member' })
await addChannel(owner, 'harbour', [owner, ann])
const bot = await addBot(ann, { bot_type: 2 })

const filled = (template: string, payload: unknown, said: Said = {}, by = bot) =>
  posted(ann, by, 'json', { payload }, { stream: 'harbour', template, ...said })

test.each<[template: string, payload: unknown, content: string]>([
  ['**{{name}}** is {{ state }}', { name: 'Lamp', state: 'on' }, '**Lamp** is on'],
  ['{{ships.1.name}}: {{ships.1.crew}}', { ships: [{}, { name: 'Aurora', crew: 12 }] }, 'Aurora: 12'],
  ['{{a.b.c}}|{{toString}}|{{__proto__}}|{{constructor.name}}', { a: 1 }, '|||'],
  ['{{on}} {{list}} {{object}} {{nothing}}.', { on: true, list: [1], object: {}, nothing: null }, 'true   .'],
  ['{{0.x}}', [{ x: 'a list is JSON, too' }], 'a list is JSON, too'],
  ['{{text}}', { text: '@**all** and\n# more' }, '&#64;&#42;&#42;all&#42;&#42; and # more'],
  ['{{code text}}', { text: 'a ` b @**all**' }, '``a ` b @**all**``'],
  ['{{quote text}}', { text: 'one\n```\ntwo' }, '````quote\none\n```\ntwo\n````'],
  [
    '[log]({{url}})',
    { url: 'https://example.com/a)b [c](d' },
    '[log](https://example.com/a%29b%20%5Bc%5D%28d)',
  ],
  ['[log]({{url}})', { url: 'javascript:alert(1)' }, '[log]()'],
  ['{{{x}}} {{x y z}} {{}} {{x', { x: 'no logic' }, '{no logic} {{x y z}} {{}} {{x'],
  // What is put in is not looked at again.
  ['{{a}}{{b}}', { a: '{{', b: 'c}}', c: 'never' }, '{{c}}'],
])('%s', async (template, payload, content) => {
  expect((await filled(template, payload)).content).toBe(content)
})

test('a topic is text, not Markdown', async () => {
  const { topic } = await filled(
    'x',
    { kind: 'storm *now*', level: 9 },
    { topic_template: '{{kind}} {{level}}' },
  )
  expect(topic).toBe('storm *now* 9')
})

test('the configuration of the bot has one for addresses that have none', async () => {
  const config_data = { template: 'Wind: {{speed}}', topic_template: 'weather' }
  const weather = await addBot(ann, { bot_type: 2, config_data })
  const payload = { speed: 7 }
  const said = { stream: 'harbour' }
  expect(await posted(ann, weather, 'json', { payload }, said)).toMatchObject({
    topic: 'weather',
    content: 'Wind: 7',
  })
  expect((await filled('{{speed}} m/s', payload, {}, weather)).content).toBe('7 m/s')
})

test('fields of a form do as well', async () => {
  const path = addressFor(bot, 'json', { stream: 'harbour', template: '{{name}}' })
  const body = new URLSearchParams({ name: 'from a form' })
  const { body: answer } = await anonymous(server.url, path, { method: 'POST', body })
  const { message } = (await ann.get(`/messages/${String(answer['id'])}`, { apply_markdown: false })).body
  expect(message).toMatchObject({ content: 'from a form' })
})

test('what makes nothing to be seen is not posted', async () => {
  const { body } = await deliver(bot, 'json', { payload: {} }, { stream: 'harbour', template: '{{absent}}' })
  expect(body['ignored']).toBe("There is nothing to say of this 'json' event")
})

test('endless templates and values end', async () => {
  const template = '{{x}}'.repeat(1000)
  const { content } = await filled(template, { x: '`*'.repeat(30_000) })
  expect(content.length).toBeLessThanOrEqual(10_000)
  const { body } = await deliver(bot, 'json', { payload: {} }, { template: `${template}.` })
  expect(body).toMatchObject({ code: 'REQUEST_VARIABLE_INVALID', var_name: 'template' })
})
