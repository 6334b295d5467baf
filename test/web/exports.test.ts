// The page of exports: administrators ask for one, see it come, save it and delete it; who agrees shows at once.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { scenario } from '../support/scenario'
import { openWindow } from '../support/windows'
import { becomes } from '../support/waiting'

setDefaultTimeout(240_000)

const { server, owner, adam, ann, bob } = await scenario({
  adam: 'administrator',
  ann: 'member',
  bob: 'member',
})

test('an export is asked for, comes, is saved and deleted', async () => {
  const { page, expectProblem } = await openWindow(server, owner, { at: '/#organization/data-exports-admin' })
  expectProblem(/400/)
  await page.getByText('No exports yet.').waitFor()
  await page.getByLabel('What is in it').selectOption('Public and private data')
  await page.getByRole('button', { name: 'Start export' }).click()
  // Nobody has agreed, which is said beside the control.
  await page.locator('.save-note.refused').waitFor()
  await page.getByLabel('What is in it').selectOption('Public data')
  await page.getByRole('button', { name: 'Start export' }).click()
  await server.server.settled()
  const line = page.getByRole('list', { name: 'Data exports' }).getByRole('listitem')
  await line.getByText('Public data · by Olive Owner · ready').waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    line.getByRole('link', { name: 'Download' }).click(),
  ])
  const file = readFileSync(await download.path())
  expect([...file.subarray(0, 2)]).toEqual([0x1f, 0x8b])
  expect(download.suggestedFilename()).toMatch(/\.tar\.gz$/)
  await line.getByRole('button', { name: /^Remove/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await line.getByRole('link', { name: 'Download' }).waitFor({ state: 'detached' })
  await line.getByText('deleted').waitFor()
})

test('what has become of an export shows to other administrators, too', async () => {
  const { page } = await openWindow(server, adam, { at: '/#organization/data-exports-admin' })
  const lines = page.getByRole('list', { name: 'Data exports' }).getByRole('listitem')
  await page.getByRole('button', { name: 'Start export' }).waitFor()
  const { body } = await owner.post('/export/realm', { export_type: 1 })
  await server.server.settled()
  await lines.getByText('Public data · by Olive Owner · ready').waitFor()
  await owner.delete(`/export/realm/${String(body['id'])}`)
  await lines.getByText('ready').waitFor({ state: 'detached' })
  await lines.getByText('deleted').first().waitFor()
})

test('who agrees to the export of private data shows to administrators at once; others see none of it', async () => {
  const [owners, anns] = [
    await openWindow(server, owner, { at: '/#organization/data-exports-admin' }),
    await openWindow(server, ann, { at: '/#settings/privacy' }),
  ]
  await owners.page.getByText('0 of 4 have agreed.').waitFor()
  await anns.page.getByLabel('Let administrators export your private data').check()
  await owners.page.getByText('1 of 4 has agreed.').waitFor()
  const first = owners.page
    .getByRole('list', { name: /^Who agrees/ })
    .getByRole('listitem')
    .first()
  await first.getByText('Ann').waitFor()
  await bob.patch('/settings', { allow_private_data_export: true })
  await owners.page.getByText('2 of 4 have agreed.').waitFor()
  await anns.page.goto('/#organization/data-exports-admin')
  await anns.page.getByText('Only administrators see exports.').waitFor()
  await becomes(() => anns.page.getByRole('button', { name: 'Start export' }).count(), 0)
})
