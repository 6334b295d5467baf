// Deliveries that are not as their senders' documents say: fields missing, of other types, endless, hostile. Never a failure of the
// server's own, nobody told, and nothing but the delivery itself in the message.
import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { maxTopicLength } from '../src/channels/topics'
import { codePoints } from '../src/http/text-length'
import { maxMessageLength } from '../src/messages/content'
import { addBot } from './support/bots'
import { addChannel } from './support/channels'
import { item } from './support/law/rules'
import { htmlProblems } from './support/markdown'
import { randomly } from './support/random'
import { scenario } from './support/scenario'
import { deliver } from './support/webhooks/delivering'
import { samples } from './support/webhooks/samples'

const { owner, ann } = await scenario({ ann: 'member' })
await addChannel(owner, 'harbour', [owner, ann])
const bot = await addBot(ann, { bot_type: 2 })

const hostile = [
  '@**all**',
  '@**Ann**',
  'x\n@**all**\n```\n@**all**',
  '``` @**all** `',
  '](https://example.com) @**all** [',
  '/me is here',
  '/poll Who?\nI',
  '````quote\n@**all**',
  '\n'.repeat(300),
  '`'.repeat(3000),
  '* '.repeat(3000),
  '[['.repeat(3000),
  '<'.repeat(3000),
  '> '.repeat(3000),
  '$$'.repeat(3000),
  '&#64;**all**',
  'https://example.com/@**all**',
  'javascript:alert(1)',
  '\0\u202e\ud800',
  'é'.repeat(60_000),
  '😀'.repeat(12_000),
  '__proto__',
  'constructor',
]

const odd = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<unknown[]>(...hostile) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown[]>(
      null,
      true,
      false,
      0,
      -1,
      1e300,
      2.5,
      '',
      ' ',
      [],
      {},
      [[]],
      [null],
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown[]>(
      Array.from({ length: 300 }, () => ({ message: 'x' })),
      Array(500).fill('@**all**'),
    ),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
)

/** What is done to one place of a payload; `at` says which, of all there are. */
const change = fc.record({
  at: fc.nat(),
  how: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'repeat'),
  value: odd,
})

interface Place {
  readonly holder: object
  readonly name: string
}

/** All members of all objects and lists in a value. */
function placesIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) => [{ holder: value, name }, ...placesIn(each)])
}

function changed(payload: unknown, changes: readonly { at: number; how: string; value: unknown }[]): unknown {
  const copy: unknown = structuredClone(payload)
  for (const { at, how, value } of changes) {
    const places = placesIn(copy)
    const place = places[at % Math.max(1, places.length)]
    if (!place) return value
    const { holder, name } = place
    if (how === 'remove') Reflect.deleteProperty(holder, name)
    else if (how === 'replace') Reflect.set(holder, name, structuredClone(value))
    else
      Reflect.set(
        holder,
        name,
        Array.from({ length: 25 }, () => structuredClone(Reflect.get(holder, name))),
      )
  }
  return copy
}

const changes = fc.array(change, { minLength: 1, maxLength: 3 })
const cases = fc.tuple(fc.constantFrom(...samples), changes, fc.boolean())

test('whatever senders send', async () => {
  const plan = { runs: 250, must: 'posted ignored', evenly: true, shrinks: false }
  await randomly(cases, plan, async ([{ integration, sending, said }, changes, isDirect], did) => {
    const payload = changed(sending.payload, changes)
    const address = { ...(isDirect ? {} : { stream: 'harbour' }), ...said }
    const { status, body } = await deliver(bot, integration, { ...sending, payload }, address)
    const { id } = body
    if (status !== 200) {
      expect(['400 BAD_REQUEST', '413 PAYLOAD_TOO_LARGE']).toContain(`${status} ${String(body['code'])}`)
      return
    }
    if (id === undefined) {
      expect(body['ignored']).toBeString()
      return did('ignored')
    }
    did('posted')
    const [raw, shown] = await Promise.all(
      [false, true].map(async (apply_markdown) =>
        item((await ann.get(`/messages/${String(id)}`, { apply_markdown })).body['message']),
      ),
    )
    expect(raw?.['flags']).toEqual([])
    expect(raw?.['is_me_message']).toBe(false)
    expect(raw?.['submessages']).toEqual([])
    expect(codePoints(String(raw?.['content']))).toBeLessThanOrEqual(maxMessageLength)
    if (!isDirect) expect(codePoints(String(raw?.['subject']))).toBeLessThanOrEqual(maxTopicLength)
    expect(htmlProblems(String(shown?.['content']))).toEqual([])
    expect(String(shown?.['content'])).not.toMatch(/mention(?! silent|[^"]* silent)[^"]*"/)
  })
}, 240_000)
