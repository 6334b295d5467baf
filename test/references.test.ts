// What a text may refer to: only people and channels that its author may see, in previews, sending and editing.
import { expect, test } from 'bun:test'
import { systemGroupId } from '../src/user-groups/repository'
import { addChannel } from './support/channels'
import type { Client } from './support/client'
import { holdsLaw } from './support/law'
import { fetched, sendDirectly } from './support/messages'
import { startOfTests } from './support/server'
import { scenario } from './support/scenario'

const { server, owner, guest, near, far } = await scenario({
  guest: 'guest Gus Guest',
  near: 'member Nea Near',
  far: 'member Fay Far',
})
const room = (await addChannel(owner, 'room', [owner, guest, near])).id
await addChannel(owner, 'elsewhere', [owner, far])
await addChannel(far, 'secret', [far], { invite_only: true })
await owner.patch('/realm', {
  can_access_all_users_group: { new: systemGroupId(server.organization, 'role:members') },
})

/** A text as its author may see it: previewed, sent, edited and put off. */
async function everywhere(author: Client, content: string): Promise<unknown[]> {
  const preview = await author.post('/messages/render', { content })
  const id = await holdsLaw([author, near], () => sendDirectly(author, [near], content))
  const edited = await sendDirectly(author, [near], 'before')
  await holdsLaw([author, near], () => author.patch(`/messages/${edited}`, { content }))
  const scheduled = await author.post('/scheduled_messages', {
    type: 'direct',
    to: [near.id],
    content,
    scheduled_delivery_timestamp: startOfTests / 1000 + 3600,
  })
  const { body } = await author.get('/scheduled_messages')
  const put = Array.isArray(body['scheduled_messages']) ? body['scheduled_messages'] : []
  const found = put.find(({ scheduled_message_id: each }) => each === scheduled.body['scheduled_message_id'])
  return [
    preview.body['rendered'],
    (await fetched(near, id))['content'],
    (await fetched(near, edited))['content'],
    found?.rendered_content,
  ]
}

const shownAs = async (author: Client, content: string, html: string) =>
  expect(await everywhere(author, content)).toEqual(Array(4).fill(`<p>${html}</p>`))

test('a guest of limited sight names only people they see', async () => {
  for (const mark of ['@', '@_']) {
    for (const typed of [`|${far.id}`, 'Fay Far', `Fay Far|${far.id}`, `|999999`]) {
      await shownAs(guest, `${mark}**${typed}**`, `${mark}<strong>${typed}</strong>`)
    }
  }
  const mention = (person: Client, name: string) =>
    `<span class="user-mention" data-user-id="${person.id}">@${name}</span>`
  await shownAs(
    guest,
    `@**|${near.id}** @**Gus Guest**`,
    `${mention(near, 'Nea Near')} ${mention(guest, 'Gus Guest')}`,
  )
  await shownAs(near, `@**|${far.id}**`, mention(far, 'Fay Far'))
})

test('of two people of one name, a guest means the one they see', async () => {
  const unseen = await server.addPerson('Twin')
  const account = { email: 'other.twin@example.com', password: 'a long password', full_name: 'Twin' }
  const seen = Number((await owner.post('/users', account)).body['user_id'])
  await holdsLaw([guest], () =>
    owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'room' }], principals: [seen] }),
  )
  const [preview] = await everywhere(guest, '@**Twin**')
  expect(preview).toContain(`data-user-id="${seen}"`)
  const other = await guest.post('/messages/render', { content: `@**Twin|${unseen.id}**` })
  expect(other.body['rendered']).toBe(`<p>@<strong>Twin|${unseen.id}</strong></p>`)
})

test('narrows and calls about others tell a guest nothing of people out of sight', async () => {
  const standIn = (id: number) => `user${id}@root.confab.invalid`
  await far.patch('/settings', { email_address_visibility: 4 })
  const absent = 999_999
  const answers = async (person: number | string) => {
    const narrowed = async (operator: string, operand: unknown) => {
      const narrow = [{ operator, operand }]
      const { status, body } = await guest.get('/messages', {
        anchor: 'newest',
        num_before: 1,
        num_after: 0,
        narrow,
      })
      return [status, body['code'], body['desc']]
    }
    const queue = await guest.post('/register', { narrow: [['sender', String(person)]] })
    const subscribing = { subscriptions: [{ name: 'room' }], principals: [person] }
    const leaving = { subscriptions: ['room'], principals: [person] }
    return [
      await narrowed('sender', person),
      await narrowed('dm', [person]),
      await narrowed('dm-including', person),
      [queue.status, queue.body['code']],
      ...[
        await guest.post('/users/me/subscriptions', subscribing),
        await guest.delete('/users/me/subscriptions', leaving),
      ].map(({ status, body }) => [
        status,
        body['code'],
        String(body['msg']).replaceAll(String(person), '?'),
      ]),
    ]
  }
  const nobody = await answers(absent)
  expect(nobody[0]).toEqual([400, 'BAD_NARROW', 'unknown user'])
  expect(await answers(far.id)).toEqual(nobody)
  expect(await answers(standIn(far.id))).toEqual(await answers(standIn(absent)))
  expect(await answers(near.id)).not.toEqual(nobody)
  await far.patch('/settings', { email_address_visibility: 1 })
})

test('when guests see everybody again, they name everybody', async () => {
  const set = (name: 'role:everyone' | 'role:members') =>
    owner.patch('/realm', { can_access_all_users_group: { new: systemGroupId(server.organization, name) } })
  await holdsLaw([guest], () => set('role:everyone'))
  const { body } = await guest.post('/messages/render', { content: `@_**|${far.id}**` })
  expect(body['rendered']).toContain('Fay Far')
  await set('role:members')
})

test('channels that the author may not see stay text, with their topics and messages', async () => {
  for (const [author, name] of [
    [guest, 'elsewhere'],
    [guest, 'secret'],
    [near, 'secret'],
    [near, 'no such channel'],
  ] as const) {
    for (const place of ['', '>plans', '>plans@7', '>@7']) {
      await shownAs(author, `#**${name}${place}**`, `#<strong>${name}${place.replace('>', '&gt;')}</strong>`)
    }
  }
  const [preview] = await everywhere(guest, '#**room>plans@7**')
  expect(preview).toContain(`/#narrow/channel/${room}-room/topic/plans/near/7`)
})

test('groups are known to everybody by name; mentioning one tells nothing of who is in it', async () => {
  const id = systemGroupId(server.organization, 'role:members')
  const group = `<span class="user-group-mention silent" data-user-group-id="${id}">role:members</span>`
  await shownAs(guest, '@_*role:members* @*no such group*', `${group} @<em>no such group</em>`)
})
