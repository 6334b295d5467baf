// The server's own pages in a real browser: people get in and out, what they see can be read by everybody, and what goes
// wrong in a window fails the test.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { findings } from './support/axe'
import { scenario } from './support/scenario'
import { password } from './support/server'
import { openWindow } from './support/windows'

// The first window waits for Chromium to start, and the machine may be busy.
setDefaultTimeout(240_000)

const { server, owner, ann } = await scenario({ ann: 'member' })
await owner.patch('/realm', { invite_required: false })

test('somebody logs in by the page, and is in the client', async () => {
  const { page } = await openWindow(server, undefined, { at: '/login' })
  await page.getByLabel('E-mail address').fill(ann.email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('navigation', { name: 'Conversations' }).waitFor()
})

test('whom a window belongs to is logged in there alone', async () => {
  const [anns, nobodys] = [await openWindow(server, ann, { at: '/' }), await openWindow(server)]
  await anns.page.getByRole('navigation', { name: 'Conversations' }).waitFor()
  await nobodys.page.goto('/login')
  await nobodys.page.getByRole('heading', { name: 'Log in' }).waitFor()
})

for (const colorScheme of ['light', 'dark'] as const) {
  for (const size of ['phone', 'desktop'] as const) {
    test(`everybody can use the pages to get in: ${colorScheme}, ${size}`, async () => {
      const { page } = await openWindow(server, undefined, { colorScheme, size })
      for (const path of ['/login', '/register', '/reset-password']) {
        await page.goto(path)
        expect(await findings(page)).toEqual([])
      }
    })
  }
}

test('what goes wrong in a window is found', async () => {
  const { page, expectProblem } = await openWindow(server, undefined, { at: '/login' })
  expectProblem(/^console: Not good/)
  expectProblem(/^page: Error: Thrown/)
  expectProblem(/^policy: script-src-elem inline/)
  expectProblem(/^console: Executing inline script/)
  expectProblem(/^policy: img-src /)
  expectProblem(/^console: Loading the image/)
  expectProblem(/^elsewhere: https:\/\/elsewhere.example/)
  await page.evaluate(`console.error('Not good')`)
  await page.evaluate(`setTimeout(() => { throw new Error('Thrown') })`)
  await page.evaluate(`document.body.append(Object.assign(document.createElement('script'), { text: '1' }))`)
  await page.evaluate(`new Promise((done) => {
    addEventListener('securitypolicyviolation', done)
    document.body.append(Object.assign(new Image(), { src: 'https://elsewhere.example/' }))
  })`)
  await page.evaluate(`document.body.append(document.createElement('img'))`)
  expect((await findings(page)).join()).toStartWith('image-alt: img')
})
