// The left side with very many channels, with names that want to be more than names, on phones, and for everybody.
import { expect, test } from 'bun:test'
import { findings } from '../support/axe'
import { addChannel, subscribe } from '../support/channels'
import { sendDirectly } from '../support/messages'
import { scenario } from '../support/scenario'
import { openWindow, type WindowOptions } from '../support/windows'
import { becomes } from '../support/waiting'

const { server, owner, ann, bob } = await scenario({
  ann: 'member Ann Lee',
  bob: 'member',
})

// Names of people may have no brackets, but signs that HTML and texts with values mean something by.
const hostile = "Bob &lt;img&gt; {name} onerror='alert(1)'"
expect((await bob.patch('/settings', { full_name: hostile })).body).toMatchObject({ result: 'success' })

test('of a thousand channels, a message draws one row anew', async () => {
  for (let from = 0; from < 1000; from += 50) {
    const names = Array.from({ length: 50 }, (_, index) => ({ name: `channel ${String(from + index)}` }))
    const { body } = await bob.post('/users/me/subscriptions', {
      subscriptions: names,
      principals: [owner.id, bob.id],
    })
    expect(body).toMatchObject({ result: 'success' })
  }
  const { page } = await openWindow(server, owner, { at: '/#recent' })
  const rows = page.getByRole('navigation', { name: 'Conversations' }).locator('.channel-row')
  await rows.nth(999).waitFor()
  await page.evaluate(`{
    window.touched = new Set()
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const element = target instanceof Element ? target : target.parentElement
        const row = element?.closest('.channel-row')
        if (row) window.touched.add(row)
      }
    }).observe(document.querySelector('.side-scroll'), { subtree: true, childList: true, characterData: true, attributes: true })
  }`)
  const message = { type: 'stream', to: '["channel 500"]', topic: 'talk', content: 'Hello' }
  await bob.post('/messages', message)
  await rows.filter({ hasText: '1 unread' }).waitFor()
  await becomes(() => page.evaluate<number>('window.touched.size'), 1)
}, 240_000)

test('names are only names, wherever they stand', async () => {
  const name = '<img src=x onerror="alert(1)"> **bold** `code`'
  const topic = '"><script>alert(2)</script>'
  const channel = await addChannel(bob, name, [ann, bob])
  await bob.post('/messages', { type: 'stream', to: channel.id, topic, content: 'Hello' })
  await sendDirectly(bob, [ann])
  const { page } = await openWindow(server, ann, { at: '/#inbox' })
  const main = page.getByRole('main')
  await main.getByRole('link', { name: topic }).waitFor()
  await main.getByRole('heading', { name }).waitFor()
  await main.getByRole('link', { name: hostile }).waitFor()
  await page.goto('/#recent')
  await main.getByRole('link', { name: topic }).waitFor()
  await page.goto(`/#topics/channel/${String(channel.id)}`)
  await main.getByRole('link', { name: topic }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('img src')
  await page.getByRole('option', { name }).first().waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('/')
  await page.keyboard.type('onerr')
  await page.getByRole('option', { name: /sender:/ }).waitFor()
})

const windows: WindowOptions[] = [
  { size: 'desktop', colorScheme: 'light' },
  { size: 'phone', colorScheme: 'dark' },
]
for (const options of windows) {
  test(`every list can be used by everybody (${options.size}, ${options.colorScheme})`, async () => {
    const channel = await addChannel(owner, `lunch on a ${String(options.size)}`, [owner, bob])
    await subscribe(owner, channel, [ann])
    await bob.post('/messages', {
      type: 'stream',
      to: channel.id,
      topic: 'today',
      content: `@**Ann Lee|${String(ann.id)}** pizza?`,
    })
    await sendDirectly(bob, [ann])
    await ann.post('/drafts', {
      drafts: [{ type: 'private', to: [bob.id], topic: '', content: 'Well', timestamp: 1 }],
    })
    const { page } = await openWindow(server, ann, { ...options, at: '/#inbox' })
    const main = page.getByRole('main')
    await main.getByRole('link', { name: /today/ }).first().waitFor()
    expect(await findings(page)).toEqual([])
    await page.goto('/#recent')
    await main.getByRole('link', { name: /today/ }).first().waitFor()
    expect(await findings(page)).toEqual([])
    await page.goto('/#drafts')
    await main.getByText('Well').first().waitFor()
    expect(await findings(page)).toEqual([])
    await page.goto(`/#topics/channel/${String(channel.id)}`)
    await main.getByRole('link', { name: /today/ }).waitFor()
    if (options.size === 'phone') {
      await page.getByRole('button', { name: 'Show conversations' }).tap()
      await page.getByRole('navigation').getByRole('link', { name: 'Inbox' }).waitFor()
      expect(await findings(page)).toEqual([])
      await page.getByRole('navigation').getByRole('link', { name: 'Inbox' }).tap()
      await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor()
      await becomes(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true)
    }
    await page.keyboard.press('/')
    await page.getByRole('combobox').waitFor()
    expect(await findings(page)).toEqual([])
  })
}
