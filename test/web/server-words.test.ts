// What the server says is read in the reader's language: each sentence that its source can refuse a call with, and each rule of its
// parameters, has its words in every language of the client.
import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Glob } from 'bun'
import { languagesOfFiles } from '../../src/web-client/languages'
import { parse } from '../support/client'
import { documentedCalls, type Schema } from '../support/fuzz/document'
import { scenario } from '../support/scenario'
import { sentencesOfServer } from '../support/server-sentences'
import { openWindow } from '../support/windows'

/** What the test asks of `src/web/texts/server-words.ts`, as it is bundled. */
interface Bundled {
  inReadersWords(sentence: string): Promise<string>
  useLanguage(wanted: string): Promise<void>
  loadAllTexts(): Promise<void>
}

const folder = mkdtempSync(join(tmpdir(), 'confab-server-words-'))
const entry = join(folder, 'entry.ts')
const texts = join(import.meta.dir, '../../src/web/texts')
await Bun.write(
  entry,
  `export { inReadersWords } from '${texts}/server-words'\nexport { loadAllTexts, useLanguage } from '${texts}/text'\n`,
)
await Bun.build({
  entrypoints: [entry],
  plugins: [languagesOfFiles],
  outdir: join(folder, 'made'),
  target: 'bun',
  splitting: true,
})
const { inReadersWords, loadAllTexts, useLanguage }: Bundled = await import(join(folder, 'made', 'entry.js'))
await loadAllTexts()
afterAll(() => rmSync(folder, { recursive: true }))

const { server, ann } = await scenario({ ann: 'member' })
/** Another one, which all kinds of nonsense is sent to: some of it is taken. */
const { server: tried, owner } = await scenario({})

const others = [...new Glob('*.json').scanSync('src/web/texts')]
  .map((file) => file.replace('.json', ''))
  .filter((name) => name !== 'en')

/** Which of the sentences have no words in that language. */
async function unknownIn(language: string, sentences: Iterable<string>): Promise<string[]> {
  const { server } = await Bun.file(`src/web/texts/${language}.json`).json()
  const [general = ''] = String(server.anythingElse).split('{words}')
  await useLanguage(language)
  const unknown: string[] = []
  for (const sentence of sentences)
    if ((await inReadersWords(sentence)).startsWith(general)) unknown.push(sentence)
  return unknown
}

/** Values that are words themselves: all that the server puts there, by their names, or in single sentences. */
const words: Readonly<Record<string, readonly string[]>> = {
  noun: ['option', 'task'],
  entity: ['organization owner', 'user'],
  kind: ['direct', 'channel'],
  mustBe: ['a single word', 'an https address'],
  state: ['dark theme', 'light theme', 'fluid width', 'fixed width'],
  why: ['has too much in it (at most 4000 members, lists and objects, 20 deep)'],
  what: ['user ID 7', "email 'x@example.com'"],
}
const wordsOf: Readonly<Record<string, readonly string[]>> = {
  'Failed to change owner, {why}': ['no such user', "bots can't own other bots", 'user is deactivated'],
  "{what} can't be changed in this organization": ['Names', 'E-mail addresses', 'Pictures'],
  'short_name must be {rule}': [
    "1 to 60 letters, digits, '.', '_', '+' and '-', the first a letter or digit",
  ],
  'subscription_data: {rule}': ['color is not a string', 'is_muted is not a boolean'],
  'Invalid narrow operator: {description}': ['unknown channel', 'more than 7 people named'],
}

/** What these say is found elsewhere: in other errors, and in functions that say why. */
const readElsewhere = [
  'src/email-domains/policy.ts',
  'src/http/away.ts',
  'src/http/parameters.ts',
  'src/invitations/wire.ts',
  'src/linkifiers/actions.ts',
  'src/playgrounds/actions.ts',
]

/** The sentence with each of the words that it can have. */
function worded(sentence: string): string[] {
  const name = [...sentence.matchAll(/\{(\w+)\}/g)].find(([, name = '']) => name in words)?.[1]
  const own = wordsOf[sentence]
  if (own) return own.map((word) => sentence.replace(/\{\w+\}/, word))
  if (name === undefined) return [sentence]
  return (words[name] ?? []).flatMap((word) => worded(sentence.replace(`{${name}}`, word)))
}

/** The sentence with a number or a name for each of its values: not every value can be either. */
function filled(sentence: string): string[] {
  if (!/\{\w+\}/.test(sentence)) return [sentence]
  return ['7', 'xylo'].flatMap((value) => filled(sentence.replace(/\{\w+\}/, value)))
}

test.each(others)('%s: every sentence that the server refuses with has its words', async (language) => {
  const { sentences, unread } = await sentencesOfServer()
  expect(sentences.length).toBeGreaterThan(400)
  expect(unread).toEqual(readElsewhere)
  const all = sentences.flatMap(worded)
  const unknown = new Set(await unknownIn(language, all.flatMap(filled)))
  expect(all.filter((sentence) => filled(sentence).every((each) => unknown.has(each)))).toEqual([])
})

/** What no parameter takes, or hardly one. */
const wrong = [
  null,
  '',
  'x'.repeat(20_001),
  '\0',
  -1,
  1.5,
  1e9,
  true,
  [],
  [[]],
  {},
  { x: 1 },
  ['x', 'x'],
  [1, -1],
]

/** More than it takes, where the document says how much that is. */
function tooMuch({ maxLength = 0, maxItems = 0, maximum = 0, items }: Schema): unknown[] {
  const member = items?.type === 'string' ? 'x' : 1
  return ['x'.repeat(maxLength + 1), Array.from({ length: maxItems + 1 }, () => member), maximum + 1]
}

/** Something that is taken at its place. */
function fitting({ type, enum: choices, anyOf, items }: Schema): unknown {
  if (choices) return choices[0]
  if (anyOf?.[0]) return fitting(anyOf[0])
  if (type === 'array') return items ? [fitting(items)] : []
  return { string: 'x', integer: 1, number: 1, boolean: true }[String(type)] ?? {}
}

/** Calls whose parameters are other programs' to get right, or that end the session that asks. */
const left =
  /\/tus\b|api_key|login|logout|export|deactivate|push|device_token|gcm|bot_storage|^\/api\/v1\/(events|external)\b/

function query(values: object): URLSearchParams {
  const texts = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) texts.set(name, JSON.stringify(value))
  return texts
}

/** All that the server has against wrong parameters of its calls: what it says, and of which parameter. */
async function refusals(): Promise<Map<string, string>> {
  const said = new Map<string, string>()
  for (const { method, path, parameters, hasBody } of await documentedCalls(tried.url)) {
    if (left.test(path)) continue
    const right = Object.fromEntries(
      parameters.filter(({ isRequired }) => isRequired).map(({ name, schema }) => [name, fitting(schema)]),
    )
    for (const { name, schema } of parameters) {
      for (const value of [...wrong, ...tooMuch(schema)]) {
        const sent = { ...right, [name]: value }
        const place = path.replaceAll(/\{\w+\}/g, '1').replace('/api/v1', '')
        const answer = await fetch(`${tried.url}/api/v1${place}${hasBody ? '' : `?${query(sent)}`}`, {
          method: method.toUpperCase(),
          headers: { authorization: owner.authorization, 'content-type': 'application/json' },
          ...(hasBody ? { body: JSON.stringify(sent) } : {}),
        })
        if (answer.status === 400) said.set((await parse(answer)).body['msg']?.toString() ?? '', name)
      }
    }
  }
  return said
}

test.each(others)('%s: and whatever is wrong with a parameter', async (language) => {
  const said = await refusals()
  expect(said.size).toBeGreaterThan(500)
  expect(await unknownIn(language, said.keys())).toEqual([])
})

/** Texts that no person types: the client or another program writes them. */
const written =
  /^(anchor|avatar_url|bouncer_public_key|client|default_\w+_stream|emoji_code|endpoint|encrypted_push_registration|event_types|flag|format|fragment|include_subscribers|integration|key|keys|local_id|msg_type|object_type|onboarding_step|op|prev_content_sha256|propagate_mode|push_public_key|queue_id|realm_id|service_name|signature|template|token|token_kind|topic_template|type|upload_id|emojiset|appid|address|branches)$/

test.each(others)('%s: parameters that people type have names', async (language) => {
  const typed = (await documentedCalls(server.url))
    .flatMap(({ parameters }) => parameters)
    .filter(({ name, schema }) => schema.type === 'string' && !schema.enum && !written.test(name))
    .map(({ name }) => name)
  await useLanguage(language)
  const unnamed = new Set<string>()
  for (const name of typed) if ((await inReadersWords(`${name} is empty`)).includes(name)) unnamed.add(name)
  expect([...unnamed]).toEqual([])
})

test('who reads German is told in German why something is refused, and only then fetches the words for it', async () => {
  await ann.patch('/settings', { default_language: 'de' })
  const { page, expectProblem } = await openWindow(server, ann, { at: '/#settings/profile' })
  expectProblem(/status of 400/)
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(request.url()))
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('all')
  await name.press('Enter')
  await page.getByText('„all“ kann kein Name sein: Damit werden alle erwähnt.').waitFor()
  // English has the sentences that are known, German what they mean.
  expect(fetched.filter((url) => url.endsWith('.js')).length).toBeGreaterThanOrEqual(2)
})
