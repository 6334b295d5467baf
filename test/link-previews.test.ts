// Pages that messages link to: read by a job, shown after the message, brought by an event that is for that alone.
import { afterAll, describe, expect, test } from 'bun:test'
import { externalImageUrl } from '../src/external-images/address'
import { summaryOf } from '../src/link-previews/page'
import { defaultRules } from '../src/organization/rules'
import { addChannel } from './support/channels'
import { eventsOfOne, messageOf, messagesIn, sendTo } from './support/changed-messages'
import { holdsLaw } from './support/law'
import { scenario } from './support/scenario'
import { gate, until } from './support/jobs'
import { redirect, webServer } from './support/web-servers'

const rules = { ...defaultRules, allowsPrivateAddresses: true }
const { server, owner, ann, bob } = await scenario({ ann: 'member', bob: 'member' }, { rules })
const general = (await addChannel(owner, 'general', [ann, bob])).id
await owner.patch('/realm', { inline_url_embed_preview: true })
const hour = 3600_000

let slow = gate()
const pages: Record<string, string> = {
  '/article': `<!doctype html><head><title>Own title</title>
    <meta property="og:title" content="Bees &amp; &quot;flowers&quot;">
    <meta property="og:description" content="What they
      tell &lt;each other&gt;"><meta property="og:image" content="/bee.png"></head>`,
  '/plain': '<title>Only a title</title><p>Words',
  '/nothing': '<p>Words</p>',
  '/numbered': '<title>Numbered</title>',
  '/slow': '<title>Slow</title>',
  '/hostile':
    '<title>&lt;/a&gt;&lt;script&gt;alert(1)&lt;/script&gt;</title><meta name="description" content="&quot;&gt;&lt;img src=x onerror=alert(1)&gt;"><meta property="og:image" content="javascript:alert(1)">',
}
const web = webServer(async (path) => {
  if (path === '/slow') await slow.opened
  if (path === '/moved') return redirect('/article')
  if (path === '/inside') return redirect('http://169.254.169.254/')
  if (path === '/film')
    return new Response('<title>No page</title>', { headers: { 'content-type': 'video/mp4' } })
  if (path === '/gone') return html('<title>Not found</title>', 404)
  return html(pages[path.replace(/\?.*$/, '')] ?? '')
})
afterAll(() => web.stop())

function html(body: string, status = 200): Response {
  return new Response(body, { status, headers: { 'content-type': 'text/html; charset=utf-8' } })
}

const timesAsked = (path: string) => web.asked.filter((each) => each === path).length

/** Sends a message and waits until its links were followed. @returns its ID. */
async function say(content: string): Promise<number> {
  const id = await sendTo(ann, general, 'links', content)
  await server.server.settled()
  return id
}

/** What a message shows of pages. */
async function shownIn(id: number): Promise<string> {
  const content = String((await messageOf(bob, id))['content'])
  const start = content.indexOf('<div class="message_embed">')
  return start < 0 ? '' : content.slice(start)
}

const titled = (url: string, title: string) =>
  `<div class="message_embed"><div class="data-container"><div class="message_embed_title"><a href="${url}" title="${title}">${title}</a></div></div></div>`

test('title, description and image of a linked page come with an event of their own', async () => {
  const url = `${web.url}/article`
  const source = externalImageUrl(server.organization, `${web.url}/bee.png`)
  const text = `<p>See <a href="${url}">this</a></p>`
  const title = 'Bees &amp; &quot;flowers&quot;'
  const whole = `${text}
<div class="message_embed"><a class="message_embed_image" href="${url}" style="background-image: url(&quot;${source}&quot;)"></a><div class="data-container"><div class="message_embed_title"><a href="${url}" title="${title}">${title}</a></div><div class="message_embed_description">What they tell &lt;each other&gt;</div></div></div>`
  let id = 0
  const types = ['message', 'update_message']
  const events = await eventsOfOne(bob, { event_types: types, apply_markdown: true }, () =>
    holdsLaw([ann, bob], async () => {
      id = await say(`See [this](${url})`)
    }),
  )
  expect(events).toMatchObject([
    { type: 'message', message: { id, content: text } },
    {
      type: 'update_message',
      user_id: null,
      rendering_only: true,
      message_id: id,
      content: `See [this](${url})`,
      rendered_content: whole,
    },
  ])
  expect((await messageOf(bob, id))['content']).toBe(whole)
  const found = await messagesIn(bob, [{ operator: 'search', operand: 'flowers' }])
  expect(found.map((message) => message['id'])).toEqual([id])
})

test('several pages, in order, each once, five at most; a redirect is followed', async () => {
  const urls = Array.from({ length: 7 }, (_, index) => `${web.url}/numbered?${index}`)
  const shown = await shownIn(await say(`${urls.join(' ')} ${urls[0]}`))
  expect(shown).toBe(
    urls
      .slice(0, 5)
      .map((url) => titled(url, 'Numbered'))
      .join('\n'),
  )
  expect(timesAsked('/numbered?5')).toBe(0)
  expect(await shownIn(await say(`${web.url}/moved`))).toContain('Bees')
})

test('nothing of what stands in quotes, spoilers and code, of images, and of what is no page', async () => {
  const hidden = [
    `> ${web.url}/plain`,
    `\`\`\`quote\n${web.url}/plain\n\`\`\``,
    `\`\`\`spoiler Secret\n${web.url}/plain\n\`\`\``,
    `\`${web.url}/plain\``,
    `${web.url}/nothing`,
    `${web.url}/film`,
    `${web.url}/gone`,
    `${web.url}/inside`,
    'http://169.254.169.254/latest/meta-data/',
    'mailto:somebody@example.com #**general**',
  ]
  for (const content of hidden) {
    const events = await eventsOfOne(bob, { event_types: ['update_message'] }, async () => {
      expect({ content, shown: await shownIn(await say(content)) }).toEqual({ content, shown: '' })
    })
    expect(events).toEqual([])
  }
  expect(timesAsked('/plain')).toBe(0)
})

test('what a page says is text, whatever it says', async () => {
  const url = `${web.url}/hostile`
  const script = '&lt;/a&gt;&lt;script&gt;alert(1)&lt;/script&gt;'
  expect(await shownIn(await say(url))).toBe(
    `<div class="message_embed"><div class="data-container"><div class="message_embed_title"><a href="${url}" title="${script}">${script}</a></div><div class="message_embed_description">&quot;&gt;&lt;img src=x onerror=alert(1)&gt;</div></div></div>`,
  )
})

test('an edit shows the pages it links to, and no others', async () => {
  const first = `${web.url}/plain`
  const second = `${web.url}/numbered`
  const id = await say(first)
  expect(await shownIn(id)).toBe(titled(first, 'Only a title'))
  await holdsLaw([ann, bob], async () => {
    await ann.patch(`/messages/${id}`, { content: `now ${second}` })
    await server.server.settled()
  })
  expect(await shownIn(id)).toBe(titled(second, 'Numbered'))
  await holdsLaw([ann, bob], async () => {
    await ann.patch(`/messages/${id}`, { content: 'nothing' })
    await server.server.settled()
  })
  expect((await messageOf(bob, id))['content']).toBe('<p>nothing</p>')
})

test('while a page is read, its message may be edited or deleted', async () => {
  slow = gate()
  const asked = timesAsked('/slow')
  const edited = await sendTo(ann, general, 'links', `${web.url}/slow`)
  const deleted = await sendTo(ann, general, 'links', `${web.url}/slow`)
  await until(() => timesAsked('/slow') === asked + 2)
  const url = `${web.url}/plain`
  await ann.patch(`/messages/${edited}`, { content: url })
  await owner.delete(`/messages/${deleted}`)
  slow.open()
  await server.server.settled()
  expect(await shownIn(edited)).toBe(titled(url, 'Only a title'))
})

test('a page that was read is not read again for a day, one that could not be for an hour', async () => {
  const known = `${web.url}/plain?known`
  await say(known)
  pages['/plain'] = '<title>Another title</title>'
  expect(await shownIn(await say(`${known}#place`))).toBe(titled(`${known}#place`, 'Only a title'))
  expect(timesAsked('/plain?known')).toBe(1)
  await say(`${web.url}/gone?often`)
  await say(`${web.url}/gone?often`)
  expect(timesAsked('/gone?often')).toBe(1)
  server.clock.advance(2 * hour)
  await say(`${web.url}/gone?often`)
  expect(timesAsked('/gone?often')).toBe(2)
  server.clock.advance(25 * hour)
  expect(await shownIn(await say(known))).toBe(titled(known, 'Another title'))
})

test('where the organization does not say so, no link is followed, not even one that waits for it', async () => {
  slow = gate()
  const asked = timesAsked('/slow')
  // As many as are read at the same time.
  for (let count = 0; count < 4; count++) await sendTo(ann, general, 'links', `${web.url}/slow`)
  await until(() => timesAsked('/slow') === asked + 4)
  const waiting = await sendTo(ann, general, 'links', `${web.url}/plain?unwanted`)
  await owner.patch('/realm', { inline_url_embed_preview: false })
  const unwanted = await sendTo(ann, general, 'links', `${web.url}/plain?unwanted`)
  slow.open()
  await server.server.settled()
  expect([await shownIn(waiting), await shownIn(unwanted)]).toEqual(['', ''])
  expect(timesAsked('/plain?unwanted')).toBe(0)
})

describe('what a page says of itself', () => {
  const read = (page: string | Uint8Array, charset?: string) =>
    summaryOf(
      typeof page === 'string' ? new TextEncoder().encode(page) : page,
      charset,
      'https://a.example/b/c',
    )

  test('by OpenGraph, then as others say it, then by its own head', () => {
    expect(
      read('<title>T</title><meta name=Description content=D><meta property="og:title" content="  ">'),
    ).toEqual({ title: 'T', description: 'D', image: '' })
    expect(
      read(
        '<meta name="twitter:title" content="T"><meta property="OG:Description" content="D"><meta property="og:image" content="../i.png">',
      ),
    ).toEqual({ title: 'T', description: 'D', image: 'https://a.example/i.png' })
    expect(read('<svg><title>Arrow</title></svg><title>T</title>')?.title).toBe('T')
    expect(read('')).toBeUndefined()
    expect(read('<title> \u200b </title>')).toBeUndefined()
  })

  test('in whatever encoding it is', () => {
    const russian = Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2])
    const page = (head: string) =>
      Buffer.concat([Buffer.from(`${head}<title>`), russian, Buffer.from('</title>')])
    expect(read(page(''), 'windows-1251')?.title).toBe('Привет')
    expect(read(page('<meta charset="windows-1251">'))?.title).toBe('Привет')
    expect(
      read(page('<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">'))?.title,
    ).toBe('Привет')
    expect(read('<title>Привет</title>')?.title).toBe('Привет')
    expect(read('<title>Привет</title>', 'no-such-charset')?.title).toBe('Привет')
    expect(read(Buffer.from('\ufeff<title>Привет</title>', 'utf16le'))?.title).toBe('Привет')
  })

  test('cut where it is too long, in one line, with nothing that turns round or hides what follows', () => {
    const long = read(
      `<title>${'😀'.repeat(1000)}</title><meta name=description content="${'d '.repeat(1000)}">`,
    )
    expect([...(long?.title ?? '')].length).toBe(200)
    expect(long?.title.endsWith('😀…')).toBe(true)
    expect(long?.description.length).toBeLessThanOrEqual(400)
    expect(read('<title>a\u202eb\u0000 \n\t c</title>')?.title).toBe('ab c')
    expect(read('<title>T</title><meta property="og:image" content="data:image/png;base64,AA">')?.image).toBe(
      '',
    )
  })
})
