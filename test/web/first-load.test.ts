// How much a browser fetches before there is something to read, and what it fetches only then.
import { expect, test } from 'bun:test'
import { addChannel } from '../support/channels'
import { firstLoad, readableScript } from '../support/first-load'
import { sendToChannel } from '../support/messages'
import { goOffline } from '../support/offline'
import { scenario } from '../support/scenario'
import { until } from '../support/waiting'
import { openWindow } from '../support/windows'

/** Bytes, compressed. */
const atMost = 130_000

const { owner, server, ann } = await scenario({ ann: 'member Ann Amber' })
const open = await addChannel(owner, 'open', [owner, ann])
await sendToChannel(ann, open, 'Something to read', 'topic')

test('until the first message can be read: what the page names, at most 130 kB of script and style', async () => {
  const { page } = await openWindow(server, ann)
  await page.addInitScript({ content: readableScript })
  await page.goto('/#feed')
  const files = await firstLoad(page)
  const html = await (await page.request.get('/')).text()
  const named = [...html.matchAll(/(?:href|src)="(\/web\/[^"]+)"/g)].map(([, path = '']) => path)
  expect(new Set(files.map(({ path }) => path))).toEqual(new Set(named))
  expect(files.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(atMost)
})

test('what is wanted soon comes by itself then: it is there without the network', async () => {
  const { page, context, expectProblem } = await openWindow(server, ann, { at: '/#feed' })
  await page.getByText('Something to read').waitFor()
  const parts = ['completion', 'destination-fields', 'card', 'floating']
  const loaded = () =>
    page.evaluate<string[]>(`performance.getEntriesByType('resource').map(({ name }) => name)`)
  await until(async () => {
    const names = await loaded()
    return parts.every((part) => names.some((name) => name.includes(`/web/${part}-`)))
  })
  expectProblem(/ERR_INTERNET_DISCONNECTED/)
  await goOffline({ page, context })
  await page.getByRole('article').getByRole('button', { name: 'Ann Amber' }).first().click()
  await page.getByRole('dialog', { name: 'Ann Amber' }).waitFor()
})
