// From the link of an invitation to the first message: in one window somebody joins and writes, in the other the inviter sees it.
import { expect, test } from 'bun:test'
import { addChannel } from '../support/channels'
import { item } from '../support/law/rules'
import { sendToChannel } from '../support/messages'
import { scenario } from '../support/scenario'
import { openWindow } from '../support/windows'

const { owner, server, ann } = await scenario({ ann: 'member Ann Amber' })
const fresh = await scenario({})
const boats = await addChannel(owner, 'boats', [owner, ann])

test('who is invited makes an account, finds the conversation and writes; the inviter sees them come and answers', async () => {
  expect((await owner.post('/default_streams', { stream_id: boats.id })).status).toBe(200)
  await sendToChannel(owner, boats, 'Who comes along on Sunday?', 'sunday')
  const inviter = (await openWindow(server, owner, { at: '/#organization/invitations' })).page
  await inviter.getByRole('button', { name: 'Make a link' }).click()
  await inviter.getByRole('dialog').getByRole('button', { name: 'Make link' }).click()
  const link = await inviter.getByRole('textbox', { name: 'Invitation link' }).inputValue()
  await inviter.getByRole('button', { name: 'Done' }).click()
  await inviter.goto(`/#narrow/channel/${boats.id}-boats/topic/sunday`)

  const { page } = await openWindow(server)
  await page.goto(new URL(link).pathname)
  await page.getByLabel('E-mail address').fill('nora@example.com')
  await page.getByLabel('Name', { exact: true }).fill('Nora New')
  await page.getByLabel('Password').fill('a very good password')
  await page.getByRole('button', { name: 'Join' }).click()
  await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor()
  await page
    .getByRole('navigation', { name: 'Conversations' })
    .getByRole('link', { name: /^boats/ })
    .click()
  await page.getByText('Who comes along on Sunday?').waitFor()
  await page.getByRole('link', { name: 'sunday' }).first().click()
  // What is typed belongs to the view that is there: the one before stays until the next can be drawn.
  const box = page.getByPlaceholder('Message sunday')
  await box.fill('I **do**!')
  await box.press('Control+Enter')

  const said = inviter.getByRole('article', { name: /^Nora New/ })
  await said.locator('strong', { hasText: 'do' }).waitFor()
  await inviter.getByRole('navigation', { name: 'People' }).getByText('Nora New').waitFor()
  await said.press('+')
  await page.getByRole('group', { name: 'Reactions' }).getByText('Olive Owner').waitFor()
  // She has one message, and the account is hers alone.
  const { body } = await ann.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 })
  expect(item(Array.isArray(body['messages']) ? body['messages'][0] : {})).toMatchObject({
    sender_full_name: 'Nora New',
    sender_email: expect.stringContaining('@'),
    content: '<p>I <strong>do</strong>!</p>',
  })
})

test('who is alone in a new organization is told what comes first, until somebody joins', async () => {
  const { page } = await openWindow(fresh.server, fresh.owner, { at: '/#inbox' })
  const main = page.getByRole('main')
  await main.getByRole('heading', { name: 'Nobody else is here yet.' }).waitFor()
  await main.getByRole('button', { name: 'New conversation' }).last().click()
  await page.getByRole('dialog', { name: 'New message' }).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await main.getByRole('link', { name: 'Invite people' }).click()
  await main.getByRole('button', { name: 'Make a link' }).waitFor()
  await page.goBack()
  await main.getByRole('heading', { name: 'Nobody else is here yet.' }).waitFor()
  await fresh.server.addPerson('Nora New', 'member')
  await main.getByRole('heading', { name: 'You have read everything.' }).waitFor()
})
