// Mails that are made to do harm: they come to nothing or to a message, others go on meanwhile, and so do the mails after them.
import { expect, test } from 'bun:test'
import { defaultRules } from '../src/organization/rules'
import { contentOf } from '../src/incoming-mail/mail-content'
import { addChannel } from './support/channels'
import { channelAddress, deliver, handOver, mail, mailPattern, mailSecret, multipart } from './support/mails'
import { item, items } from './support/law/rules'
import { scenario } from './support/scenario'

const { server, ann } = await scenario(
  { ann: 'member' },
  { rules: { ...defaultRules, incomingMailPattern: mailPattern, incomingMailSecret: mailSecret } },
)
const channel = await addChannel(ann, 'inbox', [ann])
const address = await channelAddress(ann, channel)

const html = { 'Content-Type': 'text/html; charset=utf-8' }

/** Parts within parts within parts. */
function nested(depth: number): string {
  let text = 'Content-Type: text/plain\r\n\r\ninnermost\r\n'
  for (let level = depth; level > 0; level--) {
    text = `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}\r\n${text}\r\n--b${level}--\r\n`
  }
  return `Subject: nested\r\nFrom: eve@elsewhere.example\r\n${text}`
}

const hostile: Readonly<Record<string, string>> = {
  'ten thousand parts within parts': nested(10_000),
  'ten thousand parts': multipart(
    Array.from({ length: 10_000 }, () => ({ headers: 'Content-Type: image/png', body: 'x' })),
  ),
  'a hundred thousand headers': mail({ headers: { 'X-Long': 'a\r\nX-More: b'.repeat(100_000) } }),
  'one header of megabytes': mail({ headers: { 'X-Long': 'a'.repeat(3_000_000) } }),
  'a subject of megabytes of encoded words': mail({ subject: '=?utf-8?q?=41?= '.repeat(100_000) }),
  'elements within elements': mail({ body: '<div>'.repeat(100_000), headers: html }),
  'quotes within quotes': mail({ body: '<blockquote>'.repeat(20_000), headers: html }),
  'what quotes might begin with, over and over': mail({ body: 'On \n'.repeat(25_000) }),
  'one line that might begin a quote': mail({ body: `On ${'a '.repeat(50_000)}` }),
  'nothing but line breaks': mail({ body: `${'\n'.repeat(100_000)}x` }),
  'no boundary': mail({ headers: { 'Content-Type': 'multipart/mixed' } }),
  'an unknown character set': mail({ headers: { 'Content-Type': 'text/plain; charset=x-no-such' } }),
  'bytes that are no text': `Subject: noise\r\n\r\n${'\0\xff\xfe'.repeat(10_000)}`,
  'not even headers': 'garbage',
}

for (const [name, text] of Object.entries(hostile)) {
  test(`${name}: others go on`, async () => {
    expect((await handOver(server, address, text)).body).toMatchObject({ result: 'success' })
    // It is read in another thread: this one, which tests share with the server, never works on it for long.
    const settled = server.server.settled().then(() => true)
    let longest = 0
    for (let isDone = false; !isDone;) {
      const before = process.threadCpuUsage()
      isDone = await Promise.race([settled, Bun.sleep(5).then(() => false)])
      const { user, system } = process.threadCpuUsage(before)
      longest = Math.max(longest, (user + system) / 1000)
    }
    expect(longest).toBeLessThan(400)
  }, 240_000)
}

test('a mail after all these is posted', async () => {
  await deliver(server, address, mail({ body: 'still here' }))
  const { body } = await ann.get('/messages', {
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    apply_markdown: false,
  })
  expect(item(items(body['messages'])[0])).toMatchObject({ content: 'still here' })
})

test('what a mail says is bounded, whatever its size', async () => {
  const read = (text: string) =>
    contentOf(Buffer.from(text), { includeQuotes: false, includeFooter: false, preferHtml: false })
  const parts = Array.from({ length: 50 }, (_, index) => ({
    headers: `Content-Type: text/plain; name=${index}.txt\nContent-Disposition: attachment`,
    body: 'x',
  }))
  const { files, filesLeftOut } = await read(multipart(parts))
  expect([files.length, filesLeftOut]).toEqual([20, 30])
  expect((await read(mail({ body: 'x'.repeat(1_000_000) }))).text.length).toBeLessThanOrEqual(30_000)
})
