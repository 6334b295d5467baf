// GIFs in the browser: found by the server, shown from the server, and only where the organization wants them.
import { afterAll, expect, test } from 'bun:test'
import { defaultRules } from '../../src/organization/rules'
import { findings } from '../support/axe'
import { addChannel } from '../support/channels'
import { gifServer } from '../support/gif-server'
import { scenario } from '../support/scenario'
import { becomes, until } from '../support/waiting'
import { openWindow } from '../support/windows'

const giphy = gifServer()
afterAll(() => giphy.stop())
const rules = { ...defaultRules, giphyApiKey: 'k', giphyUrl: giphy.url, allowsPrivateAddresses: true }
const { server, owner, ann } = await scenario({ ann: 'member' }, { rules })
const general = await addChannel(owner, 'general', [ann])

test('a GIF is looked for, chosen and sent; nothing is fetched from elsewhere, and what GIPHY fails at is said', async () => {
  const { page, expectProblem } = await openWindow(server, ann, {
    at: `/#narrow/channel/${general.id}-general/topic/gifs`,
  })
  expectProblem(/status of 502/)
  const message = page.getByRole('textbox', { name: 'Message', exact: true })
  const button = page.getByRole('button', { name: 'GIF', exact: true })
  await message.fill('Look')
  await becomes(() => button.count(), 0)
  await owner.patch('/realm', { giphy_rating: 2 })
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'GIF' })
  await dialog.getByRole('button', { name: 'liked 0' }).waitFor()
  await becomes(() => page.evaluate<string>('document.activeElement.type'), 'search')
  await until(async () => page.evaluate<boolean>(`document.querySelector('.gif img').naturalWidth > 0`))
  expect(await findings(page, 'dialog')).toEqual([])
  await dialog.getByRole('button', { name: 'More' }).click()
  await dialog.getByRole('button', { name: 'liked 19' }).waitFor()
  giphy.fault = () => new Response('', { status: 500 })
  await dialog.getByRole('searchbox', { name: 'Find GIFs' }).fill('cat [x]')
  await dialog.getByRole('alert').filter({ hasText: 'GIPHY does not answer right now' }).waitFor()
  giphy.fault = undefined
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await dialog.getByRole('button', { name: 'cat [x] 0' }).click()
  await dialog.waitFor({ state: 'detached' })
  await becomes(() => message.inputValue(), `Look\n\n[cat x 0](${giphy.url}/cat%20%5Bx%5D%200.gif)\n`)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('article').locator('img[src^="/external_content/"]').waitFor()
})
