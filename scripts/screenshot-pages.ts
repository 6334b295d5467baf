// What `bun run screenshots` takes pictures of. A new page is a line here.
import type { Page } from 'playwright-core'
import type { cast } from '../src/demo/cast'

export interface Screenshot {
  /** Of its files: `log-in.dark.phone.png`. */
  name: string
  path: string
  /** Who of the demo's people looks; nobody who is logged in, if undefined. */
  person?: (typeof cast)[number]['name']
  /** What is waited for and done before: until the page shows what it is about, such as an open menu. */
  prepare?: (page: Page) => Promise<unknown>
  /** All of the page, as far as it can be scrolled; else what is seen at once. */
  whole?: boolean
}

export const screenshots: readonly Screenshot[] = [
  { name: 'log-in', path: '/login', whole: true },
  { name: 'register', path: '/register', whole: true },
  { name: 'reset-password', path: '/reset-password', whole: true },
  { name: 'logged-in', path: '/login', person: 'Priya Raman' },
  {
    name: 'api-reference',
    path: '/api/docs',
    prepare: (page) => page.getByRole('heading', { name: 'Confab API' }).waitFor(),
  },
  {
    name: 'api-reference-call',
    path: '/api/docs#tag/messages/GET/api/v1/messages/{message_id}/history',
    prepare: async (page) => {
      const call = page.getByRole('region', { name: 'Get a message' }).last()
      await call.getByRole('button', { name: /^200/ }).click()
      await call.getByText('message_history').last().waitFor()
    },
  },
]
