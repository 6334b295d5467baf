// What the store says that somebody may do is what the server answers: in the organization, in channels, over groups, to messages.
import { describe, expect, test } from 'bun:test'
import { channelDirectory } from '../../src/channels/repository'
import { hasChannelPermission } from '../../src/channels/access'
import { mayIn, permissionNames } from '../../src/permissions/permissions'
import { channelPermissionRules, channelPermissions } from '../../src/user-groups/permission-catalogue'
import { groupGraph, isInGroup, systemGroupId } from '../../src/user-groups/repository'
import { mayOver } from '../../src/user-groups/managing/rights'
import { directory, type User } from '../../src/users/repository'
import {
  mayDelete,
  mayEditText,
  mayMoveOut,
  mayMoveWithin,
  mayResolve,
} from '../../src/web/store/message-permissions'
import { channelOf } from '../../src/web/store/names'
import { may, mayInChannel, mayMention, mayOverGroup, refusalToPost } from '../../src/web/store/permissions'
import { registration } from '../../src/web/store/registration'
import { addMessages, messageOf, stateFrom, type State } from '../../src/web/store/state'
import { addChannel } from '../support/channels'
import type { Client } from '../support/client'
import { scenario } from '../support/scenario'

const { server, owner, ada, mona, ann, bob, gus } = await scenario({
  ada: 'administrator',
  mona: 'moderator',
  ann: 'member',
  bob: 'member',
  gus: 'guest',
})
const people = { owner, ada, mona, ann, bob, gus }
const { organization } = server

const isOpen = await addChannel(owner, 'open', [owner, ann, gus])
const isPrivate = await addChannel(owner, 'private', [owner, bob], { invite_only: true })

const inner = await addGroup('inner', [ann, gus])
const outer = await addGroup('outer', [mona])
await owner.post(`/user_groups/${outer}/subgroups`, { add: [inner] })

async function addGroup(name: string, members: readonly Client[]): Promise<number> {
  const ids = members.map(({ id }) => id)
  const { body } = await owner.post('/user_groups/create', { name, description: '', members: ids })
  return Number(body['group_id'])
}

/** Whose a permission may be: role groups, one of people within another, and people and groups outright. */
const values = {
  owners: systemGroupId(organization, 'role:owners'),
  moderators: systemGroupId(organization, 'role:moderators'),
  'full members': systemGroupId(organization, 'role:fullmembers'),
  everyone: systemGroupId(organization, 'role:everyone'),
  nobody: systemGroupId(organization, 'role:nobody'),
  'a group with one within': outer,
  'people and a group': { direct_members: [bob.id], direct_subgroups: [inner] },
}

async function stateOf(person: Client): Promise<State> {
  return stateFrom((await person.post('/register', registration)).body)
}

function userOf({ id }: Client): User {
  const user = directory(organization).byId.get(id)
  if (!user) throw new Error('Nobody')
  return user
}

/** Asks both of each person. */
async function expectAgreed(
  asked: (state: State) => Record<string, boolean>,
  answered: (user: User) => Record<string, boolean>,
): Promise<void> {
  for (const [name, person] of Object.entries(people)) {
    expect({ name, may: asked(await stateOf(person)) }).toEqual({ name, may: answered(userOf(person)) })
  }
}

describe.each(Object.entries(values))('what is given to %s', (_name, value) => {
  test('in the organization', async () => {
    for (const name of permissionNames) await owner.patch('/realm', { [name]: { new: value } })
    await owner.patch('/realm', { can_access_all_users_group: { new: values.everyone } })
    await expectAgreed(
      (state) => Object.fromEntries(permissionNames.map((name) => [name, may(state, name)])),
      (user) => Object.fromEntries(permissionNames.map((name) => [name, mayIn(organization, user, name)])),
    )
  })

  test.each([isOpen, isPrivate])('in a channel: $name', async ({ id }) => {
    const names = channelPermissions.map((permission) => channelPermissionRules[permission].name)
    for (const name of names) await owner.patch(`/streams/${id}`, { [name]: { new: value } })
    for (const [who, person] of Object.entries(people)) {
      const state = await stateOf(person)
      const channel = channelOf(state, id)
      const stored = channelDirectory(organization).byId.get(id)
      if (!channel || !stored) continue
      const user = userOf(person)
      const mine = names.map((name) => [name, mayInChannel(state, channel, name)])
      const theirs = channelPermissions.map((permission) => [
        channelPermissionRules[permission].name,
        hasChannelPermission(organization, user, stored, permission),
      ])
      expect({ who, may: mine }).toEqual({ who, may: theirs })
      const reply = await person.post('/messages', {
        type: 'stream',
        to: id,
        topic: 'talk',
        content: 'Hello',
      })
      const canPost = refusalToPost(state, channel) === undefined
      // Who may write may still not be allowed to begin a topic.
      if (reply.body['result'] === 'success' || !canPost)
        expect({ who, canPost }).toEqual({ who, canPost: reply.status === 200 })
    }
  })

  test('over a group', async () => {
    const names = ['can_manage_group', 'can_add_members_group', 'can_join_group', 'can_leave_group'] as const
    await owner.patch(`/user_groups/${inner}`, { can_mention_group: { new: value } })
    await owner.patch('/realm', { can_manage_all_groups: { new: values.owners } })
    for (const name of names) await owner.patch(`/user_groups/${inner}`, { [name]: { new: value } })
    const group = groupGraph(organization).byId.get(inner)
    if (!group) throw new Error('No group')
    await expectAgreed(
      (state) => {
        const known = state.groups.get(inner)
        if (!known) throw new Error('Not known')
        const over = names.map((name) => [name, mayOverGroup(state, known, name)] as const)
        return { ...Object.fromEntries(over), mention: mayMention(state, known) }
      },
      (user) => ({
        ...Object.fromEntries(names.map((name) => [name, mayOver(organization, user, group, name)])),
        mention: isInGroup(organization, group.canMentionGroup, user),
      }),
    )
  })
})

test('who may edit, delete, move and resolve messages, and until when', async () => {
  const limits = { message_content_edit_limit_seconds: 600, message_content_delete_limit_seconds: 600 }
  await owner.patch('/realm', { ...limits, can_delete_own_message_group: { new: values.everyone } })
  for (const name of ['can_delete_any_message_group', 'can_move_messages_between_topics_group'])
    await owner.patch('/realm', { [name]: { new: values.moderators } })
  for (const name of ['can_move_messages_between_channels_group', 'can_resolve_topics_group'])
    await owner.patch('/realm', { [name]: { new: inner } })
  for (const name of channelPermissions.map((permission) => channelPermissionRules[permission].name))
    await owner.patch(`/streams/${isOpen.id}`, { [name]: { new: values.nobody } })
  await owner.patch(`/streams/${isOpen.id}`, { can_send_message_group: { new: values.everyone } })
  await owner.patch(`/streams/${isOpen.id}`, { can_create_topics_group: { new: values.everyone } })
  for (const [who, person] of Object.entries({ owner, mona, ann, bob })) {
    const { body } = await ann.post('/messages', {
      type: 'stream',
      to: isOpen.id,
      topic: who,
      content: 'Hello',
    })
    const id = Number(body['id'])
    const { messages } = (await person.get('/messages', { message_ids: [id], apply_markdown: true })).body
    const state = addMessages(await stateOf(person), messages)
    const message = messageOf(state, id)
    const channel = channelOf(state, isOpen.id)
    if (!message || !channel) throw new Error('Not known')
    for (const seconds of [0, 599, 601]) {
      if (seconds > 0) server.clock.advance((seconds === 599 ? 599 : 2) * 1000)
      const now = Math.floor(server.clock.now() / 1000)
      const edited = await person.patch(`/messages/${id}`, { content: `Hello ${seconds}` })
      expect({ who, seconds, may: mayEditText(state, message, now) }).toEqual({
        who,
        seconds,
        may: edited.status === 200,
      })
    }
    const isMoved = await person.patch(`/messages/${id}`, { topic: `${who} moved` })
    expect({ who, may: mayMoveWithin(state, channel) }).toEqual({ who, may: isMoved.status === 200 })
    const topic = isMoved.status === 200 ? `${who} moved` : who
    const isResolved = await person.patch(`/messages/${id}`, {
      topic: `✔ ${topic}`,
      propagate_mode: 'change_all',
    })
    expect({ who, may: mayResolve(state, channel) }).toEqual({ who, may: isResolved.status === 200 })
    const now = Math.floor(server.clock.now() / 1000)
    const isDeleted = await person.delete(`/messages/${id}`)
    expect({ who, may: mayDelete(state, message, now) }).toEqual({ who, may: isDeleted.status === 200 })
  }
  expect(mayMoveOut(await stateOf(ann), channelIn(await stateOf(ann)))).toBe(true)
  expect(mayMoveOut(await stateOf(bob), channelIn(await stateOf(bob)))).toBe(false)
})

function channelIn(state: State) {
  const channel = channelOf(state, isOpen.id)
  if (!channel) throw new Error('No channel')
  return channel
}
