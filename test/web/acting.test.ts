// What people do to messages in the web client, and that others see it at once.
import { expect, test } from 'bun:test'
import { findings } from '../support/axe'
import { addChannel } from '../support/channels'
import { scenario } from '../support/scenario'
import { openWindow } from '../support/windows'
import { becomes } from '../support/waiting'

const { server, owner, ann } = await scenario({ ann: 'member' })
const garden = await addChannel(owner, 'garden', [owner, ann])

/** A message of the owner's in a topic, and where it is read. */
async function written(topic: string, content: string): Promise<string> {
  const to = { type: 'channel', to: garden.id, topic }
  expect((await owner.post('/messages', { ...to, content })).status).toBe(200)
  return `/#narrow/channel/${garden.id}-garden/topic/${topic}`
}

test('a reaction is added by a click, seen by others, and taken back', async () => {
  const at = await written('tulips', 'They are out')
  const [anns, owners] = [await openWindow(server, ann, { at }), await openWindow(server, owner, { at })]
  await anns.page.getByRole('article').last().hover()
  await anns.page.getByRole('button', { name: 'React with thumbs up' }).click()
  const chip = owners.page.getByRole('group', { name: 'Reactions' }).getByText('Ann')
  await chip.waitFor()
  expect(await findings(anns.page)).toEqual([])
  await anns.page.getByRole('group', { name: 'Reactions' }).getByRole('button', { pressed: true }).click()
  await chip.waitFor({ state: 'detached' })
})

test('a message is deleted after a question, and gone for others; whose it is not can’t', async () => {
  const at = await written('weeds', 'Too many of them')
  const [anns, owners] = [await openWindow(server, ann, { at }), await openWindow(server, owner, { at })]
  const row = owners.page.getByRole('article').last()
  await row.hover()
  await owners.page.getByRole('button', { name: 'More about this message' }).click()
  await owners.page.getByRole('menuitem', { name: 'Delete' }).click()
  await anns.page.getByRole('article').last().hover()
  await anns.page.getByRole('button', { name: 'More about this message' }).click()
  await anns.page.getByRole('menuitem', { name: 'Copy link' }).waitFor()
  await becomes(() => anns.page.getByRole('menuitem', { name: 'Delete' }).count(), 0)
  await anns.page.keyboard.press('Escape')
  await owners.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await anns.page.getByRole('article').getByText('Too many of them').waitFor({ state: 'detached' })
})

test('a message is moved to another topic', async () => {
  const at = await written('roses', 'Cut in March')
  const { page } = await openWindow(server, owner, { at })
  await page.getByRole('article').last().hover()
  await page.getByRole('button', { name: 'More about this message' }).click()
  await page.getByRole('menuitem', { name: 'Move messages' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move messages' })
  await dialog.getByRole('textbox', { name: 'Topic' }).fill('pruning')
  expect(await findings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await page.getByRole('heading', { level: 1 }).getByText('pruning').waitFor()
  await page.getByRole('article').getByText('Cut in March').waitFor()
})
