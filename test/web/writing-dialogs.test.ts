// The dialogs of writing, with good and bad input: reminders, snippets, times, polls; statuses; what the server refuses is said where it was asked for.
import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { findings } from '../support/axe'
import { addChannel } from '../support/channels'
import { items } from '../support/law/rules'
import { scenario } from '../support/scenario'
import { becomes, eventually, until } from '../support/waiting'
import { openWindow } from '../support/windows'

const { server, owner, ann, bob } = await scenario({ ann: 'member', bob: 'member' })
const general = await addChannel(owner, 'general', [ann, bob])
const at = (topic: string) => `/#narrow/channel/${general.id}-general/topic/${topic}`
const message = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })

test('a reminder with its note: a moment that is over and a server out of reach are said so, nothing is asked for twice', async () => {
  await bob.post('/messages', { type: 'channel', to: general.id, topic: 'todo', content: 'Water the plants' })
  const { page, context, expectProblem } = await openWindow(server, ann, { at: at('todo') })
  expectProblem(/^console: Failed to load resource/)
  await page.getByRole('article').filter({ hasText: 'Water the plants' }).hover()
  await page.getByRole('button', { name: 'More about this message' }).click()
  await page.getByRole('menuitem', { name: 'Remind me' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remind me of this message' })
  await dialog.getByRole('textbox', { name: 'Note to yourself' }).fill('the <b>green</b> ones')
  await dialog.getByLabel('Another time').fill('2001-01-01T09:00')
  await dialog.getByRole('button', { name: 'Remind me', exact: true }).click()
  await dialog.getByText('That moment is over already.').waitFor()
  expect(await findings(page, 'dialog')).toEqual([])
  await context.route('**/json/reminders', (route) => route.abort('connectionfailed'))
  await dialog.getByRole('button', { name: 'Tomorrow morning' }).click()
  await dialog.getByRole('alert').filter({ hasText: 'could not be reached' }).waitFor()
  await context.unroute('**/json/reminders')
  await dialog.getByRole('button', { name: 'Tomorrow morning' }).dblclick()
  await dialog.waitFor({ state: 'detached' })
  const { reminders } = (await ann.get('/reminders')).body
  expect(reminders).toMatchObject([{ reminder_target_message_id: expect.any(Number) }])
  expect(JSON.stringify(reminders)).toContain('green')
  await page.getByRole('button', { name: 'Undo' }).click()
  await until(async () => items((await ann.get('/reminders')).body.reminders).length === 0)
})

test('what is selected becomes a snippet, which stands at hand by its title', async () => {
  const { page } = await openWindow(server, ann, { at: at('snippets') })
  await message(page).fill('Thanks for your report!')
  await message(page).selectText()
  await page.getByRole('button', { name: 'Saved snippets' }).click()
  await page.getByRole('menuitem', { name: 'New snippet' }).click()
  const dialog = page.getByRole('dialog', { name: 'New snippet' })
  const save = dialog.getByRole('button', { name: 'Save' })
  await becomes(() => save.isDisabled(), true)
  await becomes(() => dialog.getByRole('textbox', { name: 'Text' }).inputValue(), 'Thanks for your report!')
  await dialog.getByRole('textbox', { name: 'Title' }).fill('   ')
  await becomes(() => save.isDisabled(), true)
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Thanks')
  expect(await findings(page, 'dialog')).toEqual([])
  await save.click()
  await dialog.waitFor({ state: 'detached' })
  await message(page).fill('')
  await page.getByRole('button', { name: 'Saved snippets' }).click()
  await page.getByRole('menuitem', { name: 'Thanks' }).click()
  await becomes(() => message(page).inputValue(), 'Thanks for your report!')
  await message(page).fill('')
  await message(page).pressSequentially('/than')
  await page.getByRole('option', { name: 'Thanks' }).waitFor()
  await page.keyboard.press('Enter')
  await becomes(() => message(page).inputValue(), 'Thanks for your report!')
  await message(page).fill('')
})

test('a time is written once and read by everybody’s own clock', async () => {
  const [here, there] = [
    await openWindow(server, ann, { at: at('times'), timezoneId: 'America/New_York' }),
    await openWindow(server, bob, { at: at('times'), timezoneId: 'Asia/Tokyo' }),
  ]
  const { page } = here
  await message(page).pressSequentially('At')
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Time for everybody’s zone' }).click()
  const dialog = page.getByRole('dialog', { name: 'Time for everybody’s zone' })
  await dialog.getByLabel('When (America/New_York)').fill('')
  await becomes(() => dialog.getByRole('button', { name: 'Insert' }).isDisabled(), true)
  await dialog.getByLabel('When (America/New_York)').fill('2030-07-01T09:30')
  expect(await findings(page, 'dialog')).toEqual([])
  await dialog.getByRole('button', { name: 'Insert' }).click()
  await becomes(() => message(page).inputValue(), 'At <time:2030-07-01T13:30:00Z> ')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await there.page.getByRole('article').getByText('10:30').waitFor()
  await page.getByRole('article').getByText('9:30').waitFor()
})

test('a poll takes the place of what was written, which can be had back; it is voted on', async () => {
  const { page } = await openWindow(server, ann, { at: at('polls') })
  await message(page).fill('Half a thought')
  await page.getByRole('button', { name: 'Poll', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Poll' })
  const insert = dialog.getByRole('button', { name: 'Insert' })
  await becomes(() => insert.isDisabled(), true)
  await dialog.getByRole('textbox', { name: 'Question' }).and(page.locator(':focus')).fill('Where to?')
  await dialog.getByRole('textbox', { name: 'Answers' }).fill('Lake\n\n  Forest \n')
  expect(await findings(page, 'dialog')).toEqual([])
  await insert.click()
  await becomes(() => message(page).inputValue(), '/poll Where to?\nLake\nForest')
  await page.getByRole('button', { name: 'Undo' }).click()
  await becomes(() => message(page).inputValue(), 'Half a thought')
  await message(page).fill('')
  await page.getByRole('button', { name: 'Poll', exact: true }).click()
  await dialog.getByRole('textbox', { name: 'Question' }).fill('Where to?')
  await dialog.getByRole('textbox', { name: 'Answers' }).fill('Lake\nForest')
  await insert.click()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const poll = page.getByRole('article').filter({ hasText: 'Where to?' })
  await poll.getByText('Forest').waitFor()
})

test('a status has any emoji, which is chosen by its name', async () => {
  const { page } = await openWindow(server, ann, { at: '/#inbox' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByRole('button', { name: 'About Ann' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Set your status' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set your status' })
  await dialog.getByRole('button', { name: 'Choose an emoji' }).click()
  const picker = page.getByRole('dialog', { name: 'Emoji', exact: true })
  await picker.getByRole('searchbox').fill('octopus')
  // What is often chosen is gone: what is seen has been looked for.
  await picker.getByRole('button', { name: 'tada' }).waitFor({ state: 'detached' })
  await picker.getByRole('button', { name: 'octopus' }).waitFor()
  await page.keyboard.press('Enter')
  await dialog.getByText('🐙').waitFor()
  await page.keyboard.type('Eight arms')
  expect(await findings(page, 'dialog')).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect((await bob.get(`/users/${ann.id}/status`)).body.status).toMatchObject({
    status_text: 'Eight arms',
    emoji_name: 'octopus',
    emoji_code: '1f419',
  })
})

test('what is typed before the switcher is there is typed into it', async () => {
  const { page, context } = await openWindow(server, ann, { at: 'about:blank' })
  const held = Promise.withResolvers<void>()
  await context.route(/\/web\/switcher-palette-/, async (route) => {
    await held.promise
    await route.fallback()
  })
  await page.goto('/#inbox')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('starrx')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  expect(new URL(page.url()).hash).toBe('#inbox')
  held.resolve()
  await page.getByRole('heading', { level: 1, name: 'Starred messages' }).waitFor()
})

test('what is typed before the emoji picker is there is typed into its search, and Enter takes what is found', async () => {
  const { page, context } = await openWindow(server, ann, { at: 'about:blank' })
  const held = Promise.withResolvers<void>()
  await context.route(/\/web\/picker-dialog-/, async (route) => {
    await held.promise
    await route.fallback()
  })
  await page.goto(`/#narrow/channel/${general.id}-general/topic/quick`)
  const box = page.getByRole('textbox', { name: 'Message', exact: true })
  await box.fill('Look ')
  await page.getByRole('button', { name: 'Emoji', exact: true }).click()
  await page.keyboard.type('octox')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  await becomes(() => box.inputValue(), 'Look ')
  held.resolve()
  await becomes(() => box.inputValue(), 'Look :octopus: ')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  // From now on keys are the box's again.
  await page.keyboard.type('!')
  await becomes(() => box.inputValue(), 'Look :octopus: !')
})

test('so it is in other dialogs; Escape sends them away before they are there', async () => {
  const { page, context } = await openWindow(server, ann, { at: 'about:blank' })
  const held = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let asked = 0
  await context.route(/\/web\/(insert-dialogs|snippet-dialog)-/, async (route) => {
    await held[asked++]?.promise
    await route.fallback()
  })
  await page.goto(`/#narrow/channel/${general.id}-general/topic/dialogs`)
  const box = page.getByRole('textbox', { name: 'Message', exact: true })
  await box.fill('Kept')
  await page.getByRole('button', { name: 'Poll', exact: true }).click()
  await page.keyboard.type('Soup or salad?')
  held[0]?.resolve()
  const poll = page.getByRole('dialog')
  await becomes(() => poll.getByRole('textbox').first().inputValue(), 'Soup or salad?')
  await becomes(() => box.inputValue(), 'Kept')
  await page.keyboard.press('Escape')
  await poll.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Saved snippets', exact: true }).click()
  await page
    .getByRole('menuitem', { name: /snippet/i })
    .last()
    .click()
  await page.keyboard.type('A title')
  await page.keyboard.press('Escape')
  held[1]?.resolve()
  await box.focus()
  await page.keyboard.type('!')
  await becomes(() => box.inputValue(), 'Kept!')
  await becomes(() => page.getByRole('dialog').count(), 0)
})

test('a scheduled message goes out now, once, though the answers are lost; what the server refuses is kept', async () => {
  const soon = Math.floor(server.clock.now() / 1000) + 90_000
  const later = { type: 'channel', to: general.id, topic: 'now', scheduled_delivery_timestamp: soon }
  await ann.post('/scheduled_messages', { ...later, content: 'Out with it' })
  const { page, context, expectProblem } = await openWindow(server, ann, { at: '/#scheduled' })
  expectProblem(/^console: Failed to load resource/)
  let cuts = 0
  // Whatever is done arrives, what is answered to its first attempt doesn't.
  await context.route(/\/json\/(messages|scheduled_messages\/\d+)$/, async (route) => {
    if (route.request().method() === 'GET' || cuts >= 2) return route.fallback()
    cuts++
    await route.fetch()
    return route.abort('connectionfailed')
  })
  await page.getByRole('main').getByRole('button', { name: 'Send now' }).click()
  await page.getByRole('heading', { name: 'Nothing is scheduled.' }).waitFor()
  const said = async () =>
    items(
      (await bob.get('/messages', { anchor: 'newest', num_before: 50, num_after: 0 })).body.messages,
    ).filter(({ content }) => content === '<p>Out with it</p>').length
  await eventually(() => cuts === 2)
  await page.getByText('Out with it').waitFor({ state: 'detached' })
  expect(await said()).toBe(1)

  await ann.post('/scheduled_messages', { ...later, content: 'Not now' })
  await page.getByText('Not now').waitFor()
  await owner.patch(`/streams/${general.id}`, {
    can_send_message_group: { new: { direct_members: [owner.id], direct_subgroups: [] } },
  })
  await page.getByRole('main').getByRole('button', { name: 'Send now' }).click()
  await page.getByRole('alert').filter({ hasText: 'Not sent.' }).waitFor()
  await page.getByText('Not now').waitFor()
  await owner.patch(`/streams/${general.id}`, {
    can_send_message_group: { new: { direct_members: [owner.id, ann.id, bob.id], direct_subgroups: [] } },
  })
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Not now').waitFor({ state: 'detached' })
})
