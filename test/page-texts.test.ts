// The texts of the server's own pages: every language has all of them, and no page says anything that is not among them.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { confirmationPath, changeTo } from '../src/accounts/address-changes'
import { found } from '../src/administration/founding'
import { setDeactivated } from '../src/administration/settings'
import { setupKey } from '../src/first-organization/key'
import { registrationPath } from '../src/joining/registering'
import { unsubscribeUrl } from '../src/missed-messages/unsubscribe-link'
import { defaultRules } from '../src/organization/rules'
import { storeSetting } from '../src/organization/settings'
import { english, type Texts } from '../src/pages/texts/english'
import { languages, textsFor } from '../src/pages/texts/languages'
import { startServer } from '../src/server'
import { storeUserSetting } from '../src/user-settings/repository'
import { directory } from '../src/users/repository'
import { Browser, type Page } from './support/browser'
import { MailServer } from './support/mail-server'
import { password, TestServer } from './support/server'

/** A text of a catalogue, or what makes one; by where it stands, such as `join.sent.title`. */
function leaves(value: unknown, path = ''): [string, unknown][] {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, each]) => leaves(each, path === '' ? name : `${path}.${name}`))
    : [[path, value]]
}

/** What a leaf says, with something to speak of. */
function said(leaf: unknown): string {
  return String(typeof leaf === 'function' ? leaf(2) : leaf)
}

test.each([...languages])('%s has every text, and each says something of its own', (code, texts) => {
  const all = new Map(leaves(texts))
  expect([...all.keys()].toSorted()).toEqual(
    leaves(english)
      .map(([path]) => path)
      .toSorted(),
  )
  const empty = [...all].filter(([, leaf]) => said(leaf).trim() === '').map(([path]) => path)
  expect(empty).toEqual([])
  expect(texts.locale).toBe(code)
  // Numbers have their form: one is not many.
  expect(texts.fields.passwordHint(8)).toContain('8')
  expect(texts.tooManyAttempts.text(1)).not.toBe(texts.tooManyAttempts.text(2).replace('2', '1'))
  if (code === 'en') return
  const same = leaves(english).filter(([path, leaf]) => said(leaf) === said(all.get(path)))
  expect(same.map(([, leaf]) => said(leaf)).toSorted()).toEqual(sameEverywhere[code] ?? [])
})

/** Words that are the same in English. */
const sameEverywhere: Readonly<Record<string, string[]>> = {
  de: ['Name', 'Team'].filter((each) => each !== 'Team'),
}

test('a browser’s languages are taken in the order in which it likes them', () => {
  const chosen = (accepted: string | null): string | undefined => textsFor(accepted)?.locale
  expect(chosen('de')).toBe('de')
  expect(chosen('de-AT, en;q=0.8')).toBe('de')
  expect(chosen('en;q=0.3, de;q=0.5')).toBe('de')
  expect(chosen('fr-FR, fr;q=0.9, EN-us;q=0.2')).toBe('en')
  expect(chosen('de;q=0, en')).toBe('en')
  for (const none of [null, '', '*', 'fr', ';;q=,', 'x'.repeat(9000)]) expect(chosen(none)).toBeUndefined()
})

/** Every text in marks. */
function marked(value: unknown): unknown {
  if (typeof value === 'string') return `⟦${value}⟧`
  if (Array.isArray(value)) return value.map(marked)
  if (typeof value === 'function') return (given: unknown) => `⟦${value(given)}⟧`
  return Object.fromEntries(
    Object.entries(value ?? {}).map(([name, each]) => [name, name === 'locale' ? 'xx' : marked(each)]),
  )
}

const isTexts = (value: unknown): value is Texts =>
  typeof value === 'object' && value !== null && 'join' in value

const post = await MailServer.start()
let server: TestServer
beforeAll(async () => {
  const texts = marked(english)
  if (isTexts(texts)) languages.set('xx', texts)
  const mail = { ...defaultRules, mail: post.settings() }
  server = await TestServer.start({ rules: mail })
})
afterAll(async () => {
  languages.delete('xx')
  await server.stop()
  await post.stop()
})

/** What a page says that is not in marks, but for names of people, organizations and places. */
function unmarked({ html }: Page): string[] {
  const texts: string[] = []
  let text = ''
  const end = (): void => {
    if (text.trim() !== '') texts.push(text.trim())
    text = ''
  }
  new HTMLRewriter()
    .on('body *', {
      element: (element) => {
        end()
        for (const name of ['placeholder', 'title', 'aria-label', 'alt'])
          texts.push(element.getAttribute(name) ?? '')
      },
      text: (chunk) => {
        text += chunk.text
        if (chunk.lastInTextNode) end()
      },
    })
    .transform(html)
  return texts.filter((each) => each !== '' && !/^⟦[^]*⟧$/.test(each) && !names.has(each))
}

const names = new Set(['Test organization', 'T', 'first@example.com', 'Boats', 'Where boats are'])

test('no page says anything that is not in the catalogue', async () => {
  const { organization, url } = server
  const headers = { 'sec-fetch-site': 'same-origin', 'accept-language': 'xx' }
  const browser = new Browser(url, headers)
  const walked: Page[] = []
  const open = async (path: string, at = browser): Promise<Page> => {
    const page = await at.open(path)
    walked.push(page)
    return page
  }
  const send = async (page: Page, values = {}, at = browser): Promise<Page> => {
    const answer = await at.submit(page, values)
    walked.push(answer)
    return answer
  }

  const login = await open('/login')
  await send(login, { email: 'owner@example.com', password: 'wrong' })
  const gone = await server.addPerson('Gone Guest')
  await server.owner.delete(`/users/${gone.id}`)
  await send(login, { email: gone.email, password })

  await send(await open('/reset-password'), { email: 'first@example.com' })
  await open('/reset-password/x')
  await open('/confirm-address/x')
  await open('/unsubscribe/digest/x')
  await open('/join/x')
  await open('/register/x')
  await open('/register')
  await organization.write((tx) => {
    storeSetting(tx, 'invite_required', false)
    storeSetting(tx, 'emails_restricted_to_domains', true)
  })
  await server.owner.post('/default_channel_groups/create', {
    group_name: 'Boats',
    description: 'Where boats are',
    stream_names: JSON.stringify([]),
  })
  const asking = await open('/register')
  await send(asking, { email: 'nowhere' })
  await send(asking, { email: 'first@example.com' })
  await organization.write((tx) => storeSetting(tx, 'emails_restricted_to_domains', false))
  await send(asking, { email: 'first@example.com' })
  const claim = { address: 'first@example.com', invitationKey: null, expiresAt: 9_999_999_999 }
  const join = await open(registrationPath(organization, claim))
  for (const wrong of [{ full_name: '' }, { full_name: '*' }, { full_name: 'all' }, { password: 'x' }])
    await send(join, { full_name: 'First', password, ...wrong })

  const person = await server.addPerson('Pia Person')
  await organization.write((tx) => storeUserSetting(tx, person.id, 'default_language', 'xx'))
  const user = directory(organization).byId.get(person.id)
  if (!user) throw new Error('there is no such person')
  const change = confirmationPath(organization, changeTo(organization, user, 'first@example.com'))
  await send(await open(change))
  for (const kind of ['digest', 'missed_messages'] as const) {
    const { pathname } = new URL(unsubscribeUrl(organization, kind, person.id))
    await send(await open(pathname))
  }
  const reset = await server.owner.post(`/users/${person.id}/password_reset`)
  await send(await open(new URL(String(reset.body['reset_url'])).pathname), { password: 'x' })

  await open('/setup/x')
  await open('/demo/x')
  const foreign = new Browser(url, { ...headers, 'sec-fetch-site': 'cross-site' })
  await send(login, {}, foreign)
  await send(login, { email: 'x'.repeat(100_000) })
  await setDeactivated(organization, true)
  await open('/login')
  await setDeactivated(organization, false)

  const strange = walked.flatMap((page) => unmarked(page).map((text) => `${page.path}: ${text}`))
  expect(strange).toEqual([])
  expect(walked.filter(({ html }) => !html.includes('⟦')).map(({ path }) => path)).toEqual([])
  expect(
    walked.filter(({ html }) => !html.includes('<html lang="xx" dir="ltr">')).map(({ path }) => path),
  ).toEqual([])
})

test('nor does a page of a server without an organization, or with several', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'confab-test-'))
  const empty = await startServer({
    ...server.settings,
    dataFolder: folder,
    port: 0,
    log: pino({ level: 'silent' }),
  })
  const headers = { 'sec-fetch-site': 'same-origin', 'accept-language': 'xx' }
  const browser = new Browser(empty.url, headers)
  const walked = [await browser.open('/login'), await browser.open('/setup/x')]
  const form = await browser.open(`/setup/${setupKey(folder)}`)
  expect(form.ticked['channels']).toEqual(['⟦general⟧', '⟦team⟧'])
  walked.push(form, await browser.submit(form, { name: '' }))
  for (const subdomain of ['a', 'b']) {
    await empty.organizations.create(subdomain, async (draft) => {
      await found(draft, { name: subdomain, owner: { email: 'o@x.io', fullName: 'O', password } })
    })
  }
  const at = (host: string): Browser => new Browser(empty.url, { ...headers, host })
  const asking = await at('localhost').open('/login')
  walked.push(asking, await at('localhost').submit(asking, { address: 'nobody' }))
  walked.push(await at('127.0.0.1').open('/login'), await at('c.example.com').open('/login'))
  expect(walked.flatMap(unmarked)).toEqual([])
  expect(walked.filter(({ html }) => !html.includes('⟦'))).toEqual([])
  await empty.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('a language that is written from the right has its pages so', async () => {
  languages.set('ar', { ...english, locale: 'ar' })
  const { html } = await new Browser(server.url, { 'accept-language': 'ar-EG' }).open('/login')
  languages.delete('ar')
  expect(html).toContain('<html lang="ar" dir="rtl">')
})

test('a person’s own language goes before that of the browser, and that before the organization’s', async () => {
  const { organization, url } = server
  const titleFor = async (language: string, path = '/login'): Promise<string> =>
    (await new Browser(url, { 'accept-language': language }).open(path)).title
  expect(await titleFor('fr')).toBe('Log in')
  await organization.write((tx) => storeSetting(tx, 'default_language', 'de'))
  expect(await titleFor('fr')).toBe('Anmelden')
  expect(await titleFor('en')).toBe('Log in')
  const ann = await server.addPerson('Ann')
  await organization.write((tx) => storeUserSetting(tx, ann.id, 'default_language', 'de'))
  const { pathname } = new URL(unsubscribeUrl(organization, 'digest', ann.id))
  expect(await titleFor('en', pathname)).toBe('Keine solche Post mehr?')
  await organization.write((tx) => storeSetting(tx, 'default_language', 'en'))
})
