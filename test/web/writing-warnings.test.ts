// What the compose box says before something goes out, and that whatever happens, what was written stays: right-to-left text, lost queues, lost permissions.
import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { findings } from '../support/axe'
import { addChannel } from '../support/channels'
import type { Client } from '../support/client'
import { items } from '../support/law/rules'
import { scenario } from '../support/scenario'
import { becomes, until } from '../support/waiting'
import { openWindow } from '../support/windows'

const { server, owner, ann, bob, guest } = await scenario({ ann: 'member', bob: 'member', guest: 'guest' })
const crowd: Client[] = []
for (let number = 0; number < 14; number++) crowd.push(await server.addPerson(`Person ${number}`, 'member'))
const general = await addChannel(owner, 'general', [ann, bob])
const square = await addChannel(owner, 'square', [ann, bob, ...crowd])
const away = await addChannel(owner, 'away', [bob])
const strict = await addChannel(owner, 'strict', [ann, bob])
await owner.patch(`/streams/${strict.id}`, { topics_policy: 'disable_empty_topic' })
const at = (topic: string, channel = general) => `/#narrow/channel/${channel.id}-x/topic/${topic}`
const message = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })
const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true })

async function newest(by: Client, narrow: readonly object[]): Promise<Readonly<Record<string, unknown>>> {
  const { body } = await by.get('/messages', {
    narrow,
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    apply_markdown: false,
  })
  return items(body.messages)[0] ?? {}
}

test('everybody at once: who may is asked first, who may not is told before; where few are, nothing is asked', async () => {
  const { page } = await openWindow(server, owner, { at: at('many', square) })
  await message(page).fill('@**all** lunch is ready')
  await send(page).click()
  const dialog = page.getByRole('dialog', { name: 'Tell everybody?' })
  await dialog.getByText('Your message would tell 16 people.').waitFor()
  expect(await findings(page, 'dialog')).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await becomes(() => message(page).inputValue(), '@**all** lunch is ready')
  await send(page).click()
  await dialog.getByRole('button', { name: 'Send to all' }).click()
  await page.getByRole('article').getByText('lunch is ready').waitFor()

  const anns = (await openWindow(server, ann, { at: at('many', square) })).page
  await message(anns).fill('@**channel** me too')
  await anns.getByText('You may not mention everybody in a channel of 16 people.').waitFor()
  await message(anns).press('Control+Enter')
  await becomes(() => message(anns).inputValue(), '@**channel** me too')
  await message(anns).fill('`@**channel**` is how')
  await send(anns).click()
  await anns.getByRole('article').getByText('is how').waitFor()
  await anns.goto(at('few'))
  await anns.getByPlaceholder('Message few').fill('@**all** hello')
  await send(anns).click()
  await anns.getByRole('article').getByText('hello').waitFor()
})

test('where one is not, where a topic is resolved or muted, whom one writes to, and where a topic is needed', async () => {
  const { page } = await openWindow(server, ann, { at: at('quiet', away) })
  const warnings = page.getByRole('list', { name: 'Before you send' })
  await message(page).fill('Hello')
  await warnings.getByText('You are not in this channel: you will not be told of answers.').waitFor()
  await message(page).fill('')
  await warnings.waitFor({ state: 'detached' })

  await bob.post('/messages', { type: 'channel', to: general.id, topic: '✔ shed', content: 'Painted.' })
  await page.goto(at('.E2.9C.94.20shed'))
  await page.getByText('Painted.').waitFor()
  await message(page).fill('Again?')
  await warnings.getByText('This topic is resolved.').waitFor()
  await warnings.getByRole('button', { name: 'Mark as unresolved' }).click()
  await until(
    async () => (await newest(bob, [{ operator: 'channel', operand: general.id }]))['subject'] === 'shed',
  )
  await message(page).fill('')

  await ann.post('/user_topics', { stream_id: general.id, topic: 'noise', visibility_policy: 1 })
  await page.goto(at('noise'))
  await page.getByPlaceholder('Message noise').fill('Psst')
  await warnings.getByText('You have muted this topic').waitFor()
  await warnings.getByRole('button', { name: 'Close' }).click()
  await warnings.getByText('You have muted this topic').waitFor({ state: 'detached' })
  await message(page).fill('')

  await page.goto(`/#narrow/dm/${guest.id}`)
  await page.getByPlaceholder('Message Guest').fill('Welcome')
  await warnings.getByText('Guest is a guest here.').waitFor()
  expect(await findings(page, '.compose')).toEqual([])
  await message(page).fill('')

  await page.goto(`/#narrow/channel/${strict.id}-strict`)
  await message(page).waitFor()
  await page.getByRole('button', { name: 'Change where it goes' }).click()
  // What is typed now is the topic, not a key of the view.
  await page.getByRole('combobox', { name: 'Topic' }).and(page.locator(':focus')).fill('')
  await message(page).fill('Without a topic')
  await page.getByText('This channel needs a topic.').waitFor()
  await message(page).press('Control+Enter')
  await becomes(() => message(page).inputValue(), 'Without a topic')
  await page.getByRole('combobox', { name: 'Topic' }).fill('t'.repeat(61))
  await page.getByText('A topic can have at most 60 characters.').waitFor()
  await page.getByRole('combobox', { name: 'Topic' }).fill('with one')
  await message(page).press('Control+Enter')
  await until(
    async () => (await newest(bob, [{ operator: 'channel', operand: strict.id }]))['subject'] === 'with one',
  )
})

test('what is too long, or written where nobody may write any more, stays', async () => {
  const { page } = await openWindow(server, ann, { at: at('limits') })
  // Who types is not told to anybody: that it was refused once she may not write would be told on the console, or not, as it happens.
  await page.route('**/json/typing', () => undefined)
  const longest = 10_000
  await message(page).fill('😀'.repeat(longest) + 'x')
  await page.getByText('A message can have at most 10,000 characters.').waitFor()
  await message(page).press('Control+Enter')
  expect((await message(page).inputValue()).length).toBe(2 * longest + 1)
  // Its draft is here alone: the server would refuse it.
  await page.goto('/#drafts')
  await page.getByRole('heading', { name: 'Drafts', level: 1 }).waitFor()
  await page.goto(at('limits'))
  await page.getByText('A message can have at most 10,000 characters.').waitFor()
  expect((await message(page).inputValue()).length).toBe(2 * longest + 1)
  await message(page).fill('  \n ')
  await becomes(() => send(page).getAttribute('aria-disabled'), 'true')
  await message(page).fill('To be kept')
  const mayPost = (ids: readonly number[]) =>
    owner.patch(`/streams/${general.id}`, {
      can_send_message_group: { new: { direct_members: ids, direct_subgroups: [] } },
    })
  await mayPost([owner.id])
  await page.getByText('You may read here, but not write.').waitFor()
  await mayPost([owner.id, ann.id, bob.id])
  await message(page).waitFor()
  await becomes(() => message(page).inputValue(), 'To be kept')
  await message(page).fill('')
})

test('text from right to left is written and read so, whatever language the page has', async () => {
  const { page } = await openWindow(server, ann, { at: at('rtl'), size: 'phone' })
  const direction = (role: string) => page.evaluate<string>(`getComputedStyle(${role}).direction`)
  const field = `document.querySelector('.editor-field')`
  await message(page).focus()
  await page.keyboard.type('שלום @bo')
  await becomes(() => direction(field), 'rtl')
  await page.getByRole('option', { name: 'Bob' }).waitFor()
  await page.keyboard.press('Enter')
  await becomes(() => message(page).inputValue(), 'שלום @**Bob** ')
  expect(await findings(page, '.compose')).toEqual([])
  const inside = await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')
  expect(inside).toBe(true)
  await send(page).click()
  await page.getByRole('article').getByText('שלום').waitFor()
  const written = `(document.querySelector('article.message .rendered') ?? document.body)`
  await until(async () => (await direction(written)) === 'rtl')
  await message(page).fill('Hello')
  await becomes(() => direction(field), 'ltr')
  await message(page).fill('')
})

test('who changes a message is seen to, by others, until it is saved; what was changed stays while one looks elsewhere', async () => {
  const { body } = await bob.post('/messages', {
    type: 'channel',
    to: general.id,
    topic: 'draft',
    content: 'Frist',
  })
  const [anns, bobs] = [
    await openWindow(server, ann, { at: at('draft') }),
    await openWindow(server, bob, { at: at('draft') }),
  ]
  await anns.page.getByText('Frist').waitFor()
  await bobs.page.getByText('Frist').waitFor()
  await message(bobs.page).press('ArrowUp')
  const editor = bobs.page.getByRole('textbox', { name: 'Edited message' })
  await until(async () => (await editor.inputValue()) === 'Frist')
  await editor.press('End')
  await editor.pressSequentially('!')
  await anns.page.getByText('Bob is changing this message …').waitFor()
  await bobs.page.goto(at('limits'))
  await anns.page.getByText('Bob is changing this message …').waitFor({ state: 'detached' })
  await bobs.page.goto(at('draft'))
  await until(async () => (await editor.inputValue()) === 'Frist!')
  await editor.fill('First!')
  await anns.page.getByText('Bob is changing this message …').waitFor()
  await bobs.page.getByRole('button', { name: 'Save', exact: true }).click()
  await anns.page.getByRole('article').getByText('First!').waitFor()
  await anns.page.getByText('Bob is changing this message …').waitFor({ state: 'detached' })
  expect((await ann.get(`/messages/${String(body.id)}`)).body.message).toMatchObject({
    content: '<p>First!</p>',
  })
  // Escape throws away nothing for good.
  await message(bobs.page).press('ArrowUp')
  await until(async () => (await editor.inputValue()) === 'First!')
  await editor.fill('First of all!')
  await editor.press('Escape')
  await editor.waitFor({ state: 'detached' })
  await bobs.page.getByRole('button', { name: 'Undo' }).click()
  await until(async () => (await editor.inputValue()) === 'First of all!')
})
