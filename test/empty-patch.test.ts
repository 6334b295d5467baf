// PATCH without any parameter changes nothing and succeeds, wherever none is required (issue 8, contract).
import { expect, test } from 'bun:test'
import { addBot } from './support/bots'
import { eventsOf, register } from './support/law'
import { item, items } from './support/law/rules'
import { scenario } from './support/scenario'

const { server } = await scenario({})

interface Reference {
  paths: Record<string, Record<string, { requestBody?: { required: boolean } }>>
}

test('PATCH without any parameter changes nothing and succeeds', async () => {
  const { owner } = server
  const pat = await server.addPerson('Pat')
  await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }] })
  const message = await owner.post('/messages', {
    type: 'stream',
    to: 'general',
    topic: 'a',
    content: 'Hello',
  })
  const scheduled = await owner.post('/scheduled_messages', {
    type: 'direct',
    to: [pat.id],
    content: 'Hello',
    scheduled_delivery_timestamp: 2_000_000_000,
  })
  const snippet = await owner.post('/saved_snippets', { title: 'a', content: 'b' })
  await owner.post('/navigation_views', { fragment: 'inbox', is_pinned: true })
  const field = await owner.post('/realm/profile_fields', { field_type: 1, name: 'Nickname' })
  const linkifier = await owner.post('/realm/filters', { pattern: 'a', url_template: 'https://a.example/' })
  const folder = await owner.post('/channel_folders/create', { name: 'Fun' })
  const group = await owner.post('/user_groups/create', { name: 'Friends', description: '', members: [] })
  await owner.post('/default_stream_groups/create', { group_name: 'G', description: '', stream_names: [] })
  const groups = (await register(owner))['realm_default_stream_groups']
  const channel = await owner.get('/get_stream_id', { stream: 'general' })
  await owner.post('/realm/domains', { domain: 'example.com' })
  const ids: Readonly<Record<string, unknown>> = {
    user_id: pat.id,
    bot_id: (await addBot(owner)).id,
    message_id: message.body['id'],
    scheduled_message_id: scheduled.body['scheduled_message_id'],
    saved_snippet_id: snippet.body['saved_snippet_id'],
    stream_id: channel.body['stream_id'],
    fragment: 'inbox',
    user_group_id: group.body['group_id'],
    field_id: field.body['id'],
    filter_id: linkifier.body['id'],
    domain: 'example.com',
    group_id: item(items(groups)[0])['id'],
    channel_folder_id: folder.body['channel_folder_id'],
  }
  const document: Reference = JSON.parse(await (await fetch(`${server.url}/api/docs/json`)).text())
  const paths = Object.entries(document.paths)
    .filter(([, { patch }]) => patch?.requestBody?.required === false)
    .map(([path]) => path.replace('/api/v1', '').replace(/\{(\w+)\}/, (_, name: string) => String(ids[name])))
  expect(paths.length).toBeGreaterThan(10)
  const before = await register(owner)
  for (const path of paths) {
    const { body } = await owner.patch(path)
    expect([path, body]).toEqual([path, expect.objectContaining({ result: 'success', msg: '' })])
  }
  expect(await eventsOf({ person: owner, state: before })).toEqual([])
  expect({ ...(await register(owner)), queue_id: '' }).toEqual({ ...before, queue_id: '' })
})

test('of something that is not there, or not one’s own to change, is refused all the same', async () => {
  const pat = await server.addPerson('Pam')
  for (const path of [
    '/messages/99',
    '/saved_snippets/99',
    '/scheduled_messages/99',
    '/navigation_views/none',
  ]) {
    expect([path, (await pat.patch(path)).body['code']]).toEqual([path, 'BAD_REQUEST'])
  }
  expect((await pat.patch('/realm')).status).toBe(400)
})
