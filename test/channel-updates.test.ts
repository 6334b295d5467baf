// Changing channels: names, permissions, policies, archiving; and one's own settings of them.
import { expect, test } from 'bun:test'
import { addChannel, channelSeenBy, names } from './support/channels'
import type { Client } from './support/client'
import { eventsOf, holdsLaw, register } from './support/law'
import { item, items, type State } from './support/law/rules'
import { areRefused, badRequest, invalid, missing, invalidChannel } from './support/refusals'
import { scenario } from './support/scenario'

const { owner, ada, ben, guest } = await scenario({
  ada: 'member Ada Lovelace',
  ben: 'member Ben Member',
  guest: 'guest Gus Guest',
})
const id = (await addChannel(ada, 'Engines', [ada, ben, guest])).id

const everybody = () => [owner, ada, ben, guest]

async function groupId(name: string): Promise<number> {
  const { realm_user_groups: groups } = await register(ada)
  return Number(items(groups).find((group) => group['name'] === name)?.['id'])
}

test('those who administer a channel rename and describe it', async () => {
  const description = 'Of <all> kinds'
  await holdsLaw(everybody(), () =>
    ada.patch(`/streams/${id}`, { new_name: 'Engines & wheels', description }),
  )
  expect(await channelSeenBy(guest, id)).toMatchObject({
    name: 'Engines & wheels',
    description,
    rendered_description: '<p>Of &lt;all&gt; kinds</p>',
  })
  // Only the case is another: the name is its own.
  expect((await ada.patch(`/streams/${id}`, { new_name: 'engines & Wheels' })).body).toMatchObject({
    result: 'success',
  })
  await holdsLaw(everybody(), () => owner.patch(`/streams/${id}`, { new_name: 'Engines' }))
  expect((await ada.get('/get_stream_id', { stream: 'engines' })).body).toMatchObject({ stream_id: id })
})

test('permissions are given to groups and people; a change can say what it expects', async () => {
  const moderators = await groupId('role:moderators')
  const everyone = await groupId('role:everyone')
  await holdsLaw(everybody(), () =>
    ada.patch(`/streams/${id}`, { can_send_message_group: { new: moderators, old: everyone } }),
  )
  expect(await channelSeenBy(ben, id)).toMatchObject({
    can_send_message_group: moderators,
    stream_post_policy: 4,
    is_announcement_only: false,
  })
  const administrators = await groupId('role:administrators')
  await holdsLaw(everybody(), () =>
    ada.patch(`/streams/${id}`, {
      can_send_message_group: { new: { direct_members: [], direct_subgroups: [administrators] } },
      can_create_topics_group: { new: { direct_members: [ben.id], direct_subgroups: [moderators] } },
    }),
  )
  expect(await channelSeenBy(ben, id)).toMatchObject({
    can_send_message_group: administrators,
    is_announcement_only: true,
    can_create_topics_group: { direct_member_ids: [ben.id], direct_subgroup_ids: [moderators] },
  })
  await areRefused(ada, [
    {
      who: ada,
      method: 'patch',
      path: `/streams/${id}`,
      parameters: { can_send_message_group: { new: everyone, old: moderators } },
      answer: { code: 'EXPECTATION_MISMATCH' },
    },
    {
      who: ada,
      method: 'patch',
      path: `/streams/${id}`,
      parameters: { can_administer_channel_group: { new: everyone } },
      answer: { code: 'BAD_REQUEST' },
    },
    {
      who: ada,
      method: 'patch',
      path: `/streams/${id}`,
      parameters: { can_delete_any_message_group: { new: moderators } },
      answer: badRequest('Insufficient permission: you cannot set can_delete_any_message_group'),
    },
    {
      who: ada,
      method: 'patch',
      path: `/streams/${id}`,
      parameters: { can_send_message_group: moderators },
      answer: invalid('can_send_message_group'),
    },
  ])
  await holdsLaw(everybody(), () =>
    ada.patch(`/streams/${id}`, {
      can_send_message_group: { new: everyone },
      can_administer_channel_group: { new: { direct_member_ids: [ada.id, ben.id], direct_subgroup_ids: [] } },
    }),
  )
  expect((await ben.patch(`/streams/${id}`, { description: 'By Ben' })).body).toMatchObject({
    result: 'success',
  })
})

test('policies are for those whom the organization lets decide', async () => {
  await holdsLaw(everybody(), () =>
    owner.patch(`/streams/${id}`, {
      message_retention_days: 30,
      topics_policy: 'disable_empty_topic',
      is_default_stream: true,
    }),
  )
  expect(await channelSeenBy(ben, id)).toMatchObject({
    message_retention_days: 30,
    topics_policy: 'disable_empty_topic',
  })
  await areRefused(ada, [
    {
      who: owner,
      method: 'patch',
      path: `/streams/${id}`,
      parameters: { is_private: true },
      answer: badRequest('A default channel cannot be private'),
    },
  ])
  await holdsLaw(everybody(), () =>
    owner.patch(`/streams/${id}`, { message_retention_days: 'unlimited', is_default_stream: false }),
  )
  expect(await channelSeenBy(ben, id)).toMatchObject({ message_retention_days: -1 })
  await owner.patch(`/streams/${id}`, { message_retention_days: 'realm_default' })
  expect(await channelSeenBy(ben, id)).toMatchObject({ message_retention_days: null })
  await owner.patch(`/streams/${id}`, { message_retention_days: '"45"' })
  expect(await channelSeenBy(ben, id)).toMatchObject({ message_retention_days: 45 })
})

test('the channel in which messages are reported stays private', async () => {
  const { id: reports } = await addChannel(owner, 'Reports', [owner], { invite_only: true })
  await owner.patch('/realm', { moderation_request_channel_id: reports })
  const refused = badRequest('A moderation request channel cannot be public.')
  await areRefused(owner, [
    {
      who: owner,
      method: 'patch',
      path: `/streams/${reports}`,
      parameters: { is_private: false },
      answer: refused,
    },
  ])
  await owner.patch('/realm', { moderation_request_channel_id: -1 })
  const { body } = await holdsLaw(everybody(), () =>
    owner.patch(`/streams/${reports}`, { is_private: false }),
  )
  expect(body).toMatchObject({ result: 'success' })
})

test('an archived channel is kept for those who know what that is, and comes back', async () => {
  const { id: closing } = await addChannel(ada, 'Closing', [ada, ben, guest])
  await holdsLaw(everybody(), () => ada.delete(`/streams/${closing}`))
  expect(await channelSeenBy(ben, closing)).toMatchObject({ is_archived: true })
  expect(names((await ben.get('/streams')).body['streams'])).not.toContain('Closing')
  expect(names((await ben.get('/streams', { exclude_archived: false })).body['streams'])).toContain('Closing')
  // Whoever may see it may join it, or have others join.
  const joining = { subscriptions: [{ name: 'Closing' }] }
  const joined = await holdsLaw(everybody(), () => owner.post('/users/me/subscriptions', joining))
  expect(joined.body).toMatchObject({ subscribed: { [owner.id]: ['Closing'] } })
  await holdsLaw(everybody(), async () => {
    await ben.delete('/users/me/subscriptions', { subscriptions: ['Closing'] })
    await guest.post('/users/me/subscriptions/properties', {
      subscription_data: [{ stream_id: closing, property: 'pin_to_top', value: true }],
    })
    await ada.patch(`/streams/${closing}`, { new_name: 'Closed' })
  })
  await areRefused(owner, [
    {
      who: owner,
      method: 'patch',
      path: `/streams/${closing}`,
      parameters: { is_default_stream: true },
      answer: badRequest('Archived channels cannot be made default'),
    },
  ])
  await holdsLaw(everybody(), () => ada.patch(`/streams/${closing}`, { is_archived: false }))
  expect(await channelSeenBy(ben, closing)).toMatchObject({ is_archived: false, name: 'Closed' })
})

test('nothing of an archived channel reaches clients that do not know what that is', async () => {
  const { id: attic } = await addChannel(ada, 'Attic', [ada, ben])
  const { body } = await ada.post('/messages', {
    type: 'channel',
    to: attic,
    topic: 'dust',
    content: '@**all**',
  })
  for (const [topic, policy] of Object.entries({ dust: 3, rust: 1 })) {
    await ben.post('/user_topics', { stream_id: attic, topic, visibility_policy: policy })
  }
  const old = { client_capabilities: { archived_channels: false } }
  const modern = { client_capabilities: { archived_channels: true } }
  const before = await register(ben, old)
  await holdsLaw([ada, ben], () => ada.delete(`/streams/${attic}`))
  const during = await register(ben, old)
  const knowing = await register(ben, modern)
  const unread = (state: State) => item(state['unread_msgs'])
  expect(Number(unread(knowing)['count']) - Number(unread(during)['count'])).toBe(1)
  expect(unread(knowing)).toMatchObject({ mentions: expect.arrayContaining([body['id']]) })
  expect(unread(during)).not.toMatchObject({ mentions: expect.arrayContaining([body['id']]) })
  const about = (state: State) =>
    [unread(state)['streams'], state['user_topics']].flatMap((list) =>
      items(list).filter((each) => each['stream_id'] === attic),
    ).length
  expect([about(during), about(knowing)]).toEqual([0, 3])
  expect(JSON.stringify(during['muted_topics'])).not.toContain('Attic')
  expect(JSON.stringify(knowing['muted_topics'])).toContain('Attic')
  // Chosen by another client, that knows archived channels.
  await ben.post('/user_topics', { stream_id: attic, topic: 'must', visibility_policy: 3 })
  for (const [state, types] of [
    [during, []],
    [knowing, ['user_topic']],
  ] as const) {
    expect((await eventsOf({ person: ben, state })).map(({ type }) => type)).toEqual([...types])
  }
  await holdsLaw([ada, ben], () => ada.patch(`/streams/${attic}`, { is_archived: false }))
  const back = await eventsOf({ person: ben, state: during })
  expect(back.filter(({ type }) => type === 'user_topic')).toHaveLength(3)
  expect(back).toContainEqual(expect.objectContaining({ type: 'muted_topics' }))
  expect(back).toContainEqual(
    expect.objectContaining({ type: 'update_message_flags', op: 'remove', messages: [body['id']] }),
  )
  expect(
    (await eventsOf({ person: ben, state: knowing })).filter(({ type }) => type === 'user_topic'),
  ).toHaveLength(1)
  expect(unread(await register(ben, old))).toEqual(unread(before))
})

test('personal settings of a channel', async () => {
  const changes = [
    { stream_id: id, property: 'color', value: '#F00' },
    { stream_id: id, property: 'in_home_view', value: false },
    { stream_id: id, property: 'pin_to_top', value: true },
    { stream_id: id, property: 'email_notifications', value: false },
    { stream_id: id, property: 'push_notifications', value: true },
  ]
  const post = (subscription_data: unknown) =>
    ben.post('/users/me/subscriptions/properties', { subscription_data })
  const reply = await holdsLaw(everybody(), () => post(changes))
  expect(reply.body).toMatchObject({ result: 'success' })
  const find = async (options = {}) =>
    items((await register(ben, options))['subscriptions']).find((each) => each['stream_id'] === id)
  const view = { client_capabilities: { notification_settings_null: true } }
  expect(await find(view)).toMatchObject({
    color: '#f00',
    is_muted: true,
    in_home_view: false,
    pin_to_top: true,
    email_notifications: false,
    push_notifications: true,
    desktop_notifications: null,
  })
  // Clients that do not know null are given what it inherits.
  await holdsLaw([ben], () => ben.patch('/settings', { enable_stream_desktop_notifications: true }))
  expect(await find()).toMatchObject({ desktop_notifications: true, audible_notifications: false })
  // What is chosen no more is inherited again: it is null, and follows the person's own setting.
  const reset = [{ stream_id: id, property: 'push_notifications', value: null }]
  await holdsLaw([ben], () => post(reset))
  expect(await find(view)).toMatchObject({ push_notifications: null, email_notifications: false })
  await holdsLaw([ben], () => ben.patch('/settings', { enable_stream_push_notifications: true }))
  expect(await find()).toMatchObject({ push_notifications: true })
  const { id: other } = await addChannel(ada, 'Not his', [ada])
  const { id: secret } = await addChannel(ada, 'Not for him', [ada], { invite_only: true })
  const path = '/users/me/subscriptions/properties'
  const refused = (change: object, answer: ReturnType<typeof badRequest>) =>
    ({
      who: ben,
      method: 'post',
      path,
      parameters: { subscription_data: [{ stream_id: id, property: 'pin_to_top', value: false }, change] },
      answer,
    }) as const
  const on = (stream_id: number, more: object) => ({ stream_id, property: 'is_muted', value: true, ...more })
  const wrong = { ...invalid('subscription_data'), msg: expect.any(String) }
  await areRefused(ben, [
    { who: ben, method: 'post', path, answer: missing('subscription_data') },
    refused(on(other, {}), badRequest(`Not subscribed to channel ID ${other}`)),
    refused(on(id, { property: 'rank' }), wrong),
    refused(on(id, { value: 'yes' }), wrong),
    refused(on(id, { value: null }), wrong),
    refused(on(id, { property: 'color', value: true }), wrong),
    refused(on(id, { property: 'color', value: 'blue' }), wrong),
    {
      who: ben,
      method: 'post',
      path,
      parameters: { subscription_data: [on(secret, {})] },
      answer: { code: 'STREAM_DOES_NOT_EXIST', stream_id: secret },
    },
  ])
})

test('what may not be changed of a channel, and by whom', async () => {
  await addChannel(ada, 'Taken', [ada])
  const { id: secret } = await addChannel(ada, 'Private', [ada], { invite_only: true })
  const patch = (who: Client, channelId: number, parameters: object, answer: { code: string }) =>
    ({ who, method: 'patch', path: `/streams/${channelId}`, parameters: { ...parameters }, answer }) as const
  const mayNot = { code: 'CANNOT_ADMINISTER_CHANNEL' }
  await areRefused(ada, [
    patch(guest, id, { new_name: 'Mine' }, mayNot),
    { who: guest, method: 'delete', path: `/streams/${id}`, answer: mayNot },
    patch(ada, id, { new_name: 'taken' }, badRequest("Channel name 'taken' is already in use")),
    patch(ada, id, { new_name: ' ' }, invalid('new_name')),
    patch(ada, id, { new_name: 'x'.repeat(61) }, invalid('new_name')),
    patch(ada, id, { description: 'x'.repeat(1025) }, invalid('description')),
    patch(ada, id, { is_private: 'yes' }, invalid('is_private')),
    patch(ada, id, { topics_policy: 'any' }, invalid('topics_policy')),
    patch(ada, id, { message_retention_days: 5 }, badRequest('Must be an organization owner')),
    patch(owner, id, { message_retention_days: 0 }, invalid('message_retention_days')),
    patch(ada, id, { is_default_stream: true }, badRequest('Must be an organization administrator')),
    patch(ada, id, { folder_id: 7 }, badRequest('Invalid channel folder ID 7')),
    patch(ada, id, { can_send_message_group: { new: 99_999 } }, invalid('can_send_message_group')),
    // An administrator who is not in a private channel changes its name, but not who gets in.
    patch(owner, secret, { is_private: false }, { code: 'BAD_REQUEST' }),
    patch(
      owner,
      secret,
      { can_subscribe_group: { new: await groupId('role:members') } },
      { code: 'BAD_REQUEST' },
    ),
    patch(ben, secret, { new_name: 'x' }, invalidChannel),
    patch(ada, 99_999, { new_name: 'x' }, invalidChannel),
  ])
  expect((await owner.patch(`/streams/${secret}`, { new_name: 'Still private' })).body).toMatchObject({
    result: 'success',
  })
})
