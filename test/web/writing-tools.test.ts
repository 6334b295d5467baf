// What stands around the compose box: formatting, the emoji picker, preview, editing in place, sending later, warnings; and what a key press costs.
import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { findings } from '../support/axe'
import { addChannel } from '../support/channels'
import { items } from '../support/law/rules'
import { goOffline } from '../support/offline'
import { scenario } from '../support/scenario'
import { becomes, until } from '../support/waiting'
import { openWindow } from '../support/windows'

const { server, owner, ann, bob, guest } = await scenario({ ann: 'member', bob: 'member', guest: 'guest' })
const general = await addChannel(owner, 'general', [ann, bob])
const closed = await addChannel(owner, 'closed', [ann], { invite_only: true })

const message = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })
const at = (topic: string, channel = general) => `/#narrow/channel/${channel.id}-x/topic/${topic}`

async function last(): Promise<string> {
  const { body } = await ann.get('/messages', {
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    apply_markdown: false,
  })
  return String(items(body.messages)[0]?.content)
}

test('keys and buttons format the selection, which Ctrl+Z takes back; the server shows how it will look', async () => {
  const { page } = await openWindow(server, ann, { at: at('formatting') })
  await message(page).fill('plain')
  await message(page).selectText()
  await page.keyboard.press('Control+b')
  await becomes(() => message(page).inputValue(), '**plain**')
  await page.getByRole('button', { name: 'Italic' }).click()
  await becomes(() => message(page).inputValue(), '***plain***')
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await becomes(() => message(page).inputValue(), 'plain')
  await message(page).fill('**bold** <img src=x onerror=alert(1)>')
  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('region', { name: 'Preview' })
  await preview.getByText('bold', { exact: true }).waitFor()
  await becomes(() => preview.locator('strong').count(), 1)
  await becomes(() => preview.locator('img').count(), 0)
  await page.getByRole('button', { name: 'Back to writing' }).click()
  await message(page).and(page.locator(':focus')).waitFor()
  // Escape leaves the preview, not the conversation; what is sent from it leaves a box to write the next one in.
  const place = page.url()
  await page.getByRole('button', { name: 'Preview' }).click()
  await preview.focus()
  await page.keyboard.press('Escape')
  await message(page).and(page.locator(':focus')).fill('**bolder**')
  expect(page.url()).toBe(place)
  await page.getByRole('button', { name: 'Preview' }).click()
  await preview.getByText('bolder', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('article').getByText('bolder', { exact: true }).waitFor()
  await message(page).and(page.locator(':focus')).waitFor()
  await becomes(() => message(page).inputValue(), '')
})

test('a command is done instead of being sent, and its suggestion goes with it', async () => {
  const { page } = await openWindow(server, ann, { at: at('commands') })
  await message(page).pressSequentially('/dar')
  await page.getByRole('option', { name: '/dark' }).waitFor()
  await page.keyboard.type('k')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Changed to dark theme!').waitFor()
  await page.getByRole('option', { name: '/dark' }).waitFor({ state: 'detached' })
  await becomes(() => message(page).inputValue(), '')
})

test('a command that could not be done says so beside the box, which has it again; the words go with the next key', async () => {
  const { page, context, expectProblem } = await openWindow(server, ann, { at: at('refused') })
  expectProblem(/ERR_INTERNET_DISCONNECTED/)
  await message(page).fill('/fixed-width')
  await goOffline({ page, context })
  await page.keyboard.press('Control+Enter')
  const words = page.getByRole('region', { name: 'Write a message' }).getByRole('status')
  await words.getByText('The server could not be reached.').waitFor()
  await becomes(() => message(page).inputValue(), '/fixed-width')
  await becomes(() => page.locator('.toast').count(), 0)
  await page.keyboard.press('Backspace')
  await becomes(() => words.textContent(), '')
  await context.setOffline(false)
  await message(page).fill('')
})

test('the emoji picker: by search and by keys alone, remembering what was chosen, with the rows that are seen alone', async () => {
  const { page } = await openWindow(server, ann, { at: at('emoji') })
  await page.getByRole('button', { name: 'Emoji', exact: true }).click()
  const picker = page.getByRole('dialog', { name: 'Emoji', exact: true })
  await picker.getByRole('button', { name: 'Flags' }).waitFor()
  expect(await findings(page, '.emoji-picker')).toEqual([])
  expect(await picker.locator('.emoji-cell').count()).toBeLessThan(250)
  await picker.getByRole('searchbox').fill('octo')
  await picker.getByRole('button', { name: 'octopus' }).waitFor()
  await page.keyboard.press('Enter')
  await until(async () => (await message(page).inputValue()) === ':octopus: ')
  await page.getByRole('button', { name: 'Emoji', exact: true }).click()
  await picker.getByRole('button', { name: 'octopus' }).first().waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await until(async () => (await message(page).inputValue()) === ':octopus: :octopus: ')
  await message(page).fill('')
})

test('arrow-up edits the last message; what somebody else has changed meanwhile is shown, and not overwritten unasked', async () => {
  const { body } = await ann.post('/messages', {
    type: 'channel',
    to: general.id,
    topic: 'editing',
    content: 'First',
  })
  const { page, expectProblem } = await openWindow(server, ann, { at: at('editing') })
  expectProblem(/^console: Failed to load resource.*400/)
  await page.getByText('First').waitFor()
  await message(page).press('ArrowUp')
  const editor = page.getByRole('textbox', { name: 'Edited message' })
  await until(async () => (await editor.inputValue()) === 'First')
  await ann.patch(`/messages/${String(body.id)}`, { content: 'From the phone' })
  await editor.fill('From here')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Somebody has changed this message meanwhile').waitFor()
  expect(await last()).toBe('From the phone')
  expect(await findings(page, '.edit-box')).toEqual([])
  await page.getByRole('button', { name: 'Replace it with mine' }).click()
  await editor.waitFor({ state: 'detached' })
  expect(await last()).toBe('From here')
})

test('a message is sent later, and comes back into the box when that is undone', async () => {
  const { page } = await openWindow(server, ann, { at: at('later') })
  await message(page).fill('Good morning')
  await page.getByRole('button', { name: 'Send later' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send later' })
  expect(await findings(page, 'dialog')).toEqual([])
  await dialog.getByRole('button', { name: 'Tomorrow morning' }).click()
  await until(async () => items((await ann.get('/scheduled_messages')).body.scheduled_messages).length === 1)
  await until(async () => (await message(page).inputValue()) === '')
  await page.getByRole('button', { name: 'Undo' }).click()
  await until(async () => (await message(page).inputValue()) === 'Good morning')
  await becomes(async () => items((await ann.get('/scheduled_messages')).body.scheduled_messages), [])
  await message(page).fill('')
})

test('warnings: who will not see it and can be added, guests, resolved topics; where nobody may write, the box says so', async () => {
  const { page } = await openWindow(server, ann, { at: at('warned', closed) })
  // Who types is not told to anybody: that it was refused once she may not write would be told on the console, or not, as it happens.
  await page.route('**/json/typing', () => undefined)
  await message(page).fill('@**Bob** look')
  const warnings = page.getByRole('list', { name: 'Before you send' })
  await warnings.getByText('Bob is not in this channel and will not see this message.').waitFor()
  expect(await findings(page, '.compose')).toEqual([])
  // What is typed belongs to the view that is there: the one before stays until the next can be drawn.
  await page.goto(at('✔ done'))
  await page.getByPlaceholder('Message ✔ done').fill('More')
  await warnings.getByText('This topic is resolved.').waitFor()
  await page.goto(`/#narrow/dm/${guest.id}`)
  await page.getByPlaceholder('Message Guest').fill('Hello')
  await warnings.getByText('Guest is a guest here.').waitFor()
  await message(page).fill('')
  await owner.patch(`/streams/${general.id}`, {
    can_send_message_group: { new: { direct_members: [owner.id], direct_subgroups: [] } },
  })
  await page.goto(at('quiet'))
  await page.getByText('You may read here, but not write.').waitFor()
  await owner.patch(`/streams/${general.id}`, {
    can_send_message_group: { new: { direct_members: [owner.id, ann.id, bob.id], direct_subgroups: [] } },
  })
  await message(page).waitFor()
})

test('who is typing is seen on the other side, until they have sent it', async () => {
  const [anns, bobs] = [
    await openWindow(server, ann, { at: at('talk') }),
    await openWindow(server, bob, { at: at('talk') }),
  ]
  await message(anns.page).waitFor()
  await message(bobs.page).pressSequentially('Hi')
  await anns.page.getByText('Bob is typing …').waitFor()
  await bobs.page.getByRole('button', { name: 'Send', exact: true }).click()
  await anns.page.getByText('Bob is typing …').waitFor({ state: 'detached' })
})
