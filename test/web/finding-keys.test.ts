// From the log-in to a sent message and back to the inbox by the keyboard alone.
import { expect, test } from 'bun:test'
import { addChannel } from '../support/channels'
import { scenario } from '../support/scenario'
import { password } from '../support/server'
import { openWindow } from '../support/windows'

const { server, owner, ann, bob } = await scenario({ ann: 'member Ann Lee', bob: 'member Bob Miller' })
const general = await addChannel(owner, 'general', [owner, ann, bob])

test('somebody logs in, goes to a topic, writes, looks at what was sent to them, and logs out, without a mouse', async () => {
  await bob.post('/messages', { type: 'stream', to: general.id, topic: 'lunch', content: 'Who is hungry?' })
  const { page } = await openWindow(server, undefined, { at: '/login' })
  const { keyboard } = page
  await page.locator('input:focus').waitFor()
  await keyboard.type(ann.email)
  await keyboard.press('Tab')
  await keyboard.type(password)
  await keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor()

  await keyboard.press('j')
  await page.getByRole('main').locator('a:focus', { hasText: 'lunch' }).waitFor()
  await keyboard.press('Enter')
  await page.getByRole('main').getByText('Who is hungry?').waitFor()
  await keyboard.press('c')
  await page.locator('textarea:focus').waitFor()
  await keyboard.type('I am, as ever')
  await keyboard.press('Control+Enter')
  await page.getByRole('main').locator('[data-message-id]', { hasText: 'I am, as ever' }).first().waitFor()
  const { body } = await bob.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 })
  expect(body['messages']).toMatchObject([
    { sender_id: ann.id, subject: 'lunch', content: '<p>I am, as ever</p>' },
  ])

  // Out of the box, then home.
  await keyboard.press('Escape')
  await keyboard.press('Escape')
  await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor()
  await keyboard.press('g')
  await page.getByRole('menu').waitFor()
  await keyboard.press('End')
  await keyboard.press('Enter')
  await page.waitForURL(/\/login/)
  // How it looked is all that stays.
  expect(await page.evaluate('[...Object.keys(localStorage), ...Object.keys(sessionStorage)]')).toEqual([
    'appearance',
  ])
})

test('the focus is never lost: not on the way through messages and their buttons, nor with the view that had it', async () => {
  await bob.post('/messages', { type: 'stream', to: general.id, topic: 'focus', content: 'One' })
  await bob.post('/messages', { type: 'stream', to: general.id, topic: 'focus', content: 'Two' })
  const { page } = await openWindow(server, ann, { at: `/#narrow/channel/${general.id}-general/topic/focus` })
  const { keyboard } = page
  await page.getByRole('article').nth(1).waitFor()
  await page.getByRole('main').focus()
  const names: string[] = []
  for (let stop = 0; stop < 9; stop++) {
    await keyboard.press('Tab')
    names.push(await page.locator(':focus').first().ariaSnapshot())
  }
  // The buttons of a message are one stop, between which the arrow keys go.
  expect(names.filter((name) => name.includes('React with thumbs up'))).toHaveLength(2)
  expect(names.at(-1)).not.toBe('')
  await page.getByRole('article').nth(1).focus()
  await keyboard.press('j')
  await page.getByRole('article').nth(1).locator('a').first().focus()
  await keyboard.press('Tab')
  await page.getByRole('button', { name: 'React with thumbs up' }).and(page.locator(':focus')).waitFor()
  await keyboard.press('ArrowLeft')
  await page.getByRole('button', { name: 'More about this message' }).and(page.locator(':focus')).waitFor()
  await keyboard.press('Enter')
  await page.getByRole('menu').waitFor()
  await keyboard.press('Escape')
  await page.getByRole('button', { name: 'More about this message' }).and(page.locator(':focus')).waitFor()

  // A link leads elsewhere, and is gone with the view that it stood in.
  await page.getByRole('main').getByRole('link', { name: 'general' }).focus()
  await keyboard.press('t')
  await page.getByRole('heading', { name: 'Recent conversations', level: 1 }).waitFor()
  await page.locator('main:focus').waitFor()
  await keyboard.press('j')
  await page.locator('main a:focus').waitFor()
})
