// What some settings of the organization do in the server: the language of code, news of the server.
import { expect, test } from 'bun:test'
import { storeValue } from '../src/organization/settings'
import { version } from '../src/version'
import { addChannel } from './support/channels'
import { holdsLaw } from './support/law'
import { fetched, found } from './support/messages'
import { scenario } from './support/scenario'

const { server, owner, admin, member } = await scenario({ admin: 'administrator', member: 'member' })

test('code that names no language has the one of the organization, as soon as it has one', async () => {
  const rendered = async () => (await member.post('/messages/render', { content: '```\nx = 1\n```' })).body
  expect((await rendered())['rendered']).not.toContain('data-code-language')
  await admin.patch('/realm', { default_code_block_language: 'python' })
  expect((await rendered())['rendered']).toContain('data-code-language="Python"')
  await admin.patch('/realm', { default_code_block_language: '' })
})

test('that the server runs another version is announced once, where the organization wants it', async () => {
  const news = await addChannel(owner, 'news', [owner])
  const upgraded = async () => {
    await server.organization.write((tx) => storeValue(tx, 'announced_version', '0.0.9'))
    await holdsLaw([owner], () => server.advance(1000))
    await server.advance(1000)
  }
  await upgraded()
  expect(await found(owner, [{ operator: 'channel', operand: news.id }])).toEqual([])
  await owner.patch('/realm', { zulip_update_announcements_stream_id: news.id })
  await upgraded()
  const [id = 0, ...others] = await found(owner, [{ operator: 'channel', operand: news.id }])
  expect(others).toEqual([])
  expect(await fetched(owner, id)).toMatchObject({
    subject: 'server updates',
    content: `<p>This server now runs Confab ${version}, after 0.0.9.</p>`,
  })
  await owner.patch('/realm', { zulip_update_announcements_stream_id: -1 })
})
