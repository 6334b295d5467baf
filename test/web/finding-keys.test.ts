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
