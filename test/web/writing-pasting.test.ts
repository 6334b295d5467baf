// What is pasted: the formatting of other pages becomes Markdown, an address over words their link, lines stay lines; as it is, by Ctrl+Shift+V.
import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { addChannel } from '../support/channels'
import { scenario } from '../support/scenario'
import { becomes, until } from '../support/waiting'
import { openWindow } from '../support/windows'

const { server, owner, ann } = await scenario({ ann: 'member' })
const general = await addChannel(owner, 'general', [ann])
const message = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })

/** Pastes as a browser does, which tells what it has of the copied in each form; what nobody takes, it puts in as text. */
async function paste(page: Page, forms: Readonly<Record<string, string>>): Promise<void> {
  await message(page).focus()
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer()
    const forms = ${JSON.stringify(forms).replaceAll('</', String.raw`<\/`)}
    for (const [type, value] of Object.entries(forms)) clipboardData.setData(type, value)
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    if (document.activeElement.dispatchEvent(event)) document.execCommand('insertText', false, forms['text/plain'])
  })()`)
}

async function pasted(page: Page, html: string, plain: string): Promise<string> {
  await message(page).fill('')
  await paste(page, { 'text/html': html, 'text/plain': plain })
  await until(async () => (await message(page).inputValue()) !== '')
  return message(page).inputValue()
}

test('the formatting of other pages becomes Markdown, which Ctrl+Z takes back; nothing of them is run or fetched', async () => {
  const { page } = await openWindow(server, ann, {
    at: `/#narrow/channel/${general.id}-general/topic/pasting`,
  })
  await message(page).focus()
  const html = `<meta charset="utf-8"><script>alert(1)</script><h2>Plan</h2><p>Some <b>bold</b>, <em>soft</em> and <del>old</del>
    words, <code>code</code> and a <a href="https://x.example/a_(b)">link</a>, <a href="javascript:alert(1)">none</a>.</p>
    <ol start="3"><li>three</li><li><p>four</p><ul><li>deep</li></ul></li></ol>
    <pre><code class="language-ts">const a = '\`\`\`'\n</code></pre>
    <img src="https://x.example/cat.png" alt="a cat" onerror="alert(1)"><img src="data:image/gif;base64,R0lGOD" alt="none">
    <blockquote>said</blockquote>`
  expect(await pasted(page, html, 'Plan')).toBe(
    [
      '## Plan\n',
      'Some **bold**, *soft* and ~~old~~ words, `code` and a [link](https://x.example/a_%28b%29), none.\n',
      '3. three\n4. four\n  - deep\n',
      "```ts\nconst a = '```'\n```\n",
      '[a cat](https://x.example/cat.png)\n',
      '> said',
    ].join('\n'),
  )
  await page.keyboard.press('Control+z')
  await becomes(() => message(page).inputValue(), '')
})

test('tables are tables, single cells and coloured text are plain, and code takes things as they are', async () => {
  const { page } = await openWindow(server, ann, {
    at: `/#narrow/channel/${general.id}-general/topic/tables`,
  })
  await message(page).focus()
  const table =
    '<table><tr><th>Name</th><th>Cost</th></tr><tr><td>a|b</td><td><b>3</b></td></tr><tr><td>c</td></tr></table>'
  expect(await pasted(page, table, 'Name\tCost')).toBe(
    ['| Name | Cost |', '| --- | --- |', String.raw`| a\|b | **3** |`, '| c |  |'].join('\n'),
  )
  expect(await pasted(page, '<table><tr><td>one</td></tr></table>', 'one')).toBe('one')
  expect(await pasted(page, '<b style="font-weight:normal"><span>plain</span></b>', 'plain')).toBe('plain')
  expect(await pasted(page, '<div style="color: red">const <span>a</span></div>', 'const a\n  = 1')).toBe(
    'const a\n  = 1',
  )
  await message(page).fill('```\n')
  await paste(page, { 'text/html': '<b>x</b>', 'text/plain': 'x' })
  await becomes(() => message(page).inputValue(), '```\nx')
  await message(page).fill('see here now')
  await page.evaluate('document.activeElement.setSelectionRange(4, 8)')
  const url = 'https://x.example/'
  await paste(page, { 'text/html': `<a href="${url}">x</a>`, 'text/plain': url })
  await becomes(() => message(page).inputValue(), `see [here](${url}) now`)
  await message(page).fill('')
})

test('many lines stay lines, and Ctrl+Shift+V takes the text alone', async () => {
  const { page, context } = await openWindow(server, ann, {
    at: `/#narrow/channel/${general.id}-general/topic/lines`,
  })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await message(page).focus()
  await page.evaluate(`navigator.clipboard.write([new ClipboardItem({
    'text/html': new Blob(['<ul><li><b>one</b></li><li>two</li></ul>'], { type: 'text/html' }),
    'text/plain': new Blob(['one\\n\\n  two\\nthree'], { type: 'text/plain' }),
  })])`)
  await page.keyboard.press('Control+Shift+v')
  await becomes(() => message(page).inputValue(), 'one\n\n  two\nthree')
  await message(page).fill('')
  await page.keyboard.press('Control+v')
  await until(async () => (await message(page).inputValue()) === '- **one**\n- two')
})
