// What messages say, in the browser: everything Markdown makes can be used, and nothing that anybody types does harm.
import { expect, test } from 'bun:test'
import { addChannel } from '../support/channels'
import { findings } from '../support/axe'
import { hostileTexts } from '../support/hostile-texts'
import { sendToChannel } from '../support/messages'
import { png } from '../support/pictures'
import { scenario } from '../support/scenario'
import { openWindow } from '../support/windows'
import { becomes, until } from '../support/waiting'

const { owner, server, ann, bob } = await scenario({ ann: 'member', bob: 'member' })
const open = await addChannel(owner, 'open', [owner, ann, bob])
await owner.post('/user_groups/create', { name: 'helpers', description: '', members: [ann.id] })

function at(topic: string): string {
  return `/#narrow/channel/${open.id}-open/topic/${topic}`
}

async function upload(name: string, colour: [number, number, number, number]): Promise<string> {
  const { body } = await bob.upload(
    '/user_uploads',
    png(1200, 800, () => colour),
    { name },
  )
  return String(body['url'])
}

const everything = `# Heading
\`\`\`python
print("hello")
\`\`\`
\`\`\`spoiler Ending
They win.
\`\`\`
@**Ann** @_**Ann** @*helpers* #**open** :tada: $$x^2$$ <time:2026-11-21T10:00:00Z>

| a | b |
|---|---|
| 1 | 2 |

> quoted
- one
1. two

~~gone~~ *so* **loud** \`code\``

for (const colorScheme of ['light', 'dark'] as const)
  test(`everything that Markdown makes can be used by everybody: ${colorScheme}`, async () => {
    await sendToChannel(bob, open, everything, `all ${colorScheme}`)
    const { page } = await openWindow(server, ann, { at: at(`all.20${colorScheme}`), colorScheme })
    await page.getByRole('heading', { name: 'Heading' }).waitFor()
    expect(await findings(page, '.feed-view')).toEqual([])
  })

test('spoilers open, code is copied, mentions open cards, mathematics has its fonts', async () => {
  await sendToChannel(bob, open, everything, 'uses')
  const { page, context } = await openWindow(server, ann)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const font = page.waitForResponse((answer) => answer.url().includes('/web/KaTeX_Math-Italic'))
  await page.goto(at('uses'))
  expect((await font).headers()['content-type']).toBe('font/woff2')
  const end = page.getByText('They win.')
  await becomes(() => end.isVisible(), false)
  await page.getByRole('button', { name: 'Show or hide what is below' }).click()
  await end.waitFor()
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await page.getByText('Copied').waitFor()
  await becomes(() => page.evaluate('navigator.clipboard.readText()'), 'print("hello")\n')
  await page.getByRole('button', { name: '@Ann' }).click()
  await page.getByRole('dialog', { name: 'Ann' }).waitFor()
})

test('what somebody does stands after their name, alert words are marked, long messages are cut until they are opened', async () => {
  await ann.post('/users/me/alert_words', { alert_words: ['banana'] })
  await sendToChannel(bob, open, '/me waves', 'various')
  await sendToChannel(bob, open, 'A Banana, no bananas', 'various')
  await sendToChannel(bob, open, Array.from({ length: 80 }, (_, n) => `Line ${n}`).join('\n'), 'various')
  const { page } = await openWindow(server, ann, { at: at('various') })
  await becomes(() => page.locator('.me-line').textContent(), 'Bobwaves')
  await becomes(() => page.locator('mark').allTextContents(), ['Banana'])
  const more = page.getByRole('button', { name: 'Show more' })
  await more.waitFor()
  const height = (): Promise<number> =>
    page.locator('.feed-content').evaluate((element) => element.clientHeight)
  const before = await height()
  await more.click()
  await page.getByRole('button', { name: 'Show less' }).waitFor()
  await until(async () => (await height()) > before + 500)
})

test('pictures keep their room and open in a lightbox, one after the other', async () => {
  const [one, two] = [
    await upload('one.png', [200, 40, 40, 255]),
    await upload('two.png', [40, 40, 200, 255]),
  ]
  await server.server.settled()
  await sendToChannel(bob, open, `[one.png](${one})`, 'pictures')
  await sendToChannel(bob, open, `[two.png](${two})`, 'pictures')
  await server.server.settled()
  const { page } = await openWindow(server, ann, { at: at('pictures') })
  const picture = page.getByRole('link', { name: 'one.png' }).getByRole('img')
  await picture.waitFor()
  const size = await picture.boundingBox()
  expect([size?.width, size?.height]).toEqual([420, 280])
  await picture.click()
  const box = page.getByRole('dialog', { name: 'Pictures' })
  await box.getByRole('img', { name: 'one.png' }).waitFor()
  await page.keyboard.press('ArrowRight')
  await box.getByRole('img', { name: 'two.png' }).waitFor()
  await page.keyboard.press('+')
  await box.locator('.zoomed').waitFor()
  await page.keyboard.press('Escape')
  await box.waitFor({ state: 'detached' })
})

test('hostile texts stay texts: nothing runs, nothing is fetched, nothing breaks the policy', async () => {
  await ann.patch('/settings', { full_name: 'Ann "><img src=x onerror=alert(1)>' })
  // What the server refuses as no text at all is left out.
  const all = hostileTexts().map((text) => text.replaceAll('\0', '').toWellFormed())
  const size = Math.ceil(all.length / 12)
  let last = 0
  for (let n = 0; n < all.length; n += size) {
    const content = all
      .slice(n, n + size)
      .join('\n\n')
      .slice(0, 9900)
    last = await sendToChannel(bob, open, content, '"><img src=x onerror=alert(1)>')
  }
  const { page, expectProblem } = await openWindow(server, ann)
  // Pictures elsewhere are asked for by the server, which finds none.
  expectProblem(/404.*external_content/)
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  const missing = page.waitForResponse(
    (answer) => answer.url().includes('/external_content/') && answer.status() === 404,
  )
  await page.goto(`/#narrow/channel/${open.id}-open/near/${last}`)
  await page.locator(`[data-message-id="${last}"]`).waitFor()
  await missing
  const unsafe = await page.evaluate(`[...document.querySelectorAll('.rendered *')].filter((element) =>
    /^(script|iframe|object|embed|form|svg)$/i.test(element.localName) && !element.closest('.katex') ||
    element.getAttributeNames().some((name) => name.startsWith('on')) ||
    /^\\s*(javascript|data|vbscript):/i.test(element.getAttribute('href') ?? element.getAttribute('src') ?? '')).length`)
  expect([unsafe, dialogs]).toEqual([0, []])
})
