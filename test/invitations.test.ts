// Invitations: who may make which, what they say, who sees and ends them (reference: send-invites, create-invite-link …).
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { systemGroupId, type SystemGroupName } from '../src/user-groups/repository'
import { addChannel } from './support/channels'
import type { Client, Parameters, Reply } from './support/client'
import { holdsLaw } from './support/law'
import { items } from './support/law/rules'
import { eventsDuring } from './support/messages'
import { areRefused, badRequest, invalid, missing } from './support/refusals'
import { startOfTests, TestServer } from './support/server'

let server: TestServer
let owner: Client
let admin: Client
let member: Client
beforeEach(async () => {
  server = await TestServer.start()
  owner = server.owner
  admin = await server.addPerson('Ada Admin', 'administrator')
  member = await server.addPerson('Mia Member')
})
afterEach(() => server.stop())

const now = startOfTests / 1000
const day = 24 * 3600_000
const tenDays = now + 10 * 24 * 3600

function invite(who: Client, invitee_emails: string, more: Parameters = {}): Promise<Reply> {
  return who.post('/invites', { invitee_emails, stream_ids: [], ...more })
}

async function listOf(who: Client) {
  return items((await who.get('/invites')).body['invites'])
}

/** The ID of a system group. */
function group(name: SystemGroupName): number {
  return systemGroupId(server.organization, name)
}

/** The ID of the person's newest invitation. */
async function newest(who: Client): Promise<number> {
  return Number((await listOf(who)).at(-1)?.['id'])
}

describe('inviting by e-mail address', () => {
  test('answers with a link for each, which inviter and administrators see again', async () => {
    const [toOwner, toMember, toGuest] = await eventsDuring(
      [owner, member, await server.addPerson('Gus Guest', 'guest')].map((person) => [
        person,
        { event_types: ['invites_changed'] },
      ]),
      async () => {
        const reply = await invite(member, 'New@Example.com,\nNora <nora@example.com>, new@example.com\n,')
        expect(reply.body).toEqual({
          result: 'success',
          msg: '',
          invites: ['new@example.com', 'nora@example.com'].map((email) => ({
            id: expect.any(Number),
            email,
            invited_by_user_id: member.id,
            invited: now,
            expiry_date: tenDays,
            invited_as: 400,
            notify_referrer_on_join: true,
            is_multiuse: false,
            link_url: expect.stringMatching(new RegExp(`^${server.url}/join/[\\w-]{24}/$`)),
          })),
        })
        expect(await listOf(member)).toEqual(items(reply.body['invites']))
        expect(await listOf(admin)).toEqual(items(reply.body['invites']))
      },
    )
    expect(toOwner).toEqual([{ id: 0, type: 'invites_changed' }])
    expect(toMember).toEqual(toOwner ?? [])
    expect(toGuest).toEqual([])
    expect(await listOf(await server.addPerson('Max Member'))).toEqual([])
  })

  test('says what it was asked to say', async () => {
    const reply = await invite(admin, 'a@example.com', {
      invite_expires_in_minutes: 60,
      invite_as: 600,
      notify_referrer_on_join: false,
      welcome_message_custom_text: 'Hello',
    })
    expect(reply.body).toMatchObject({
      invites: [{ expiry_date: now + 3600, invited_as: 600, notify_referrer_on_join: false }],
    })
    await invite(admin, 'b@example.com', { invite_expires_in_minutes: 'null' })
    expect(await listOf(admin)).toMatchObject([{}, { email: 'b@example.com', expiry_date: null }])
  })

  test('leaves out who has an account or is no address, says so, and invites the others', async () => {
    const gone = await server.addPerson('Gone Girl')
    await owner.delete(`/users/${gone.id}`)
    const some = await invite(member, `new@example.com, ${admin.email.toUpperCase()}, ${gone.email}, nowhere`)
    expect([some.status, some.body]).toEqual([
      400,
      {
        result: 'error',
        code: 'INVITATION_FAILED',
        msg: 'Some of those addresses were not invited; all others were.',
        errors: [
          [admin.email.toUpperCase(), 'Already has an account.', false],
          [gone.email, 'Account has been deactivated.', true],
          ['nowhere', 'Invalid address.', false],
        ],
        // Until mail goes out, whoever invites passes the link on.
        invites: [
          expect.objectContaining({
            email: 'new@example.com',
            link_url: expect.stringContaining(`${server.url}/join/`),
          }),
        ],
        sent_invitations: true,
        daily_limit_reached: false,
        license_limit_reached: false,
      },
    ])
    expect(await listOf(member)).toMatchObject([{ email: 'new@example.com' }])
    const none = await invite(member, admin.email)
    expect(none.body).toMatchObject({ code: 'INVITATION_FAILED', sent_invitations: false, invites: [] })
  })

  test('of the same address again replaces one’s own earlier invitation, and nobody else’s', async () => {
    await invite(member, 'new@example.com')
    await invite(admin, 'new@example.com')
    const [, first] = await listOf(admin)
    await invite(admin, 'NEW@example.com', { invite_as: 300 })
    expect(await listOf(admin)).toMatchObject([
      { invited_by_user_id: member.id },
      { invited_by_user_id: admin.id, invited_as: 300, email: 'NEW@example.com' },
    ])
    expect((await admin.delete(`/invites/${String(first?.['id'])}`)).body).toMatchObject(
      badRequest('No such invitation'),
    )
  })

  test('has a limit a day, over which nobody is invited', async () => {
    await server.stop()
    server = await TestServer.start({ rules: { ...server.settings.rules, invitationsPerDay: 3 } })
    owner = server.owner
    await invite(owner, 'a@example.com, b@example.com')
    await owner.delete(`/invites/${await newest(owner)}`)
    const over = await invite(owner, 'c@example.com, d@example.com')
    expect(over.body).toMatchObject({
      code: 'INVITATION_FAILED',
      errors: [],
      daily_limit_reached: true,
      sent_invitations: false,
    })
    expect(await listOf(owner)).toHaveLength(1)
    await owner.post('/invites/multiuse')
    expect((await invite(owner, 'c@example.com')).status).toBe(200)
    await server.advance(day)
    expect((await invite(owner, 'd@example.com')).status).toBe(200)
  })
})

describe('a link', () => {
  test('is made, listed, and ends once', async () => {
    const made = await admin.post('/invites/multiuse', { invite_expires_in_minutes: 5, invite_as: 300 })
    expect(made.body).toMatchObject({ result: 'success', invite_link: expect.stringContaining('/join/') })
    const [invitation] = await listOf(owner)
    expect(invitation).toEqual({
      id: expect.any(Number),
      invited_by_user_id: admin.id,
      invited: now,
      expiry_date: now + 300,
      invited_as: 300,
      notify_referrer_on_join: true,
      is_multiuse: true,
      link_url: made.body['invite_link'],
    })
    const id = String(invitation?.['id'])
    expect((await owner.delete(`/invites/${id}`)).body).toMatchObject(badRequest('No such invitation'))
    await holdsLaw([owner, admin, member], async () => {
      expect((await owner.delete(`/invites/multiuse/${id}`)).status).toBe(200)
    })
    expect(await listOf(owner)).toEqual([])
    expect((await owner.delete(`/invites/multiuse/${id}`)).body).toMatchObject(
      badRequest('Invitation has already been revoked'),
    )
  })
})

describe('invitations end', () => {
  test('by the clock, of which administrators and the inviter are told', async () => {
    await invite(member, 'a@example.com', { invite_expires_in_minutes: 60 })
    await invite(member, 'b@example.com', { invite_expires_in_minutes: 120 })
    const id = await newest(member)
    server.clock.advance(3600_000 - 1000)
    expect(await listOf(member)).toHaveLength(2)
    server.clock.advance(1000)
    expect(await listOf(member)).toHaveLength(1)
    const watching = [member, owner].map((person): [Client, Parameters] => [
      person,
      { event_types: ['invites_changed'] },
    ])
    expect(await eventsDuring(watching, () => server.advance(0))).toMatchObject([[{ id: 0 }], [{ id: 0 }]])
    expect(await eventsDuring(watching, () => server.advance(0))).toEqual([[], []])
    await server.advance(3600_000)
    expect((await member.delete(`/invites/${id}`)).body).toMatchObject(badRequest('No such invitation'))
  })

  test('with the account of the inviter where that is asked for', async () => {
    await invite(member, 'a@example.com')
    const other = await server.addPerson('Max Member')
    await invite(other, 'b@example.com')
    await owner.delete(`/users/${member.id}`)
    expect(await listOf(owner)).toHaveLength(2)
    await holdsLaw([owner], () => owner.delete(`/users/${other.id}`, { revoke_invitations: true }))
    expect(await listOf(owner)).toMatchObject([{ email: 'a@example.com' }])
  })

  test('when somebody with the address has an account', async () => {
    await invite(member, 'New.Person@example.com')
    await server.addPerson('new person')
    expect(await listOf(owner)).toEqual([])
  })

  test('when their inviter could no longer make them', async () => {
    await invite(admin, 'a@example.com', { invite_as: 300 })
    await owner.patch(`/users/${admin.id}`, { role: 400 })
    expect(await listOf(owner)).toEqual([])
    await owner.patch(`/users/${admin.id}`, { role: 300 })
    expect(await listOf(owner)).toHaveLength(1)
  })
})

describe('links come as messages, too, for clients that do not show the answer', () => {
  const linksTo = async (person: Client) => {
    const parameters = { anchor: 'newest', num_before: 100, num_after: 0, apply_markdown: false }
    const { body } = await person.get('/messages', parameters)
    return items(body['messages']).map(({ content }) => String(content).match(/^\* .+$/gm) ?? [])
  }

  test('of all who could be invited, in messages that are not too long', async () => {
    const addresses = Array.from({ length: 100 }, (_, index) => `${'x'.repeat(200)}${index}@example.com`)
    const { body } = await holdsLaw([member], () => invite(member, ['nowhere', ...addresses].join()))
    const links = items(body['invites']).map(({ link_url }) => String(link_url))
    const messages = await linksTo(member)
    expect(messages.length).toBeGreaterThan(1)
    expect(messages.flat()).toEqual(links.map((link, index) => `* \`${addresses[index]}\`: ${link}`))
    expect(await linksTo(admin)).toEqual([])
  })

  test('and of one that is sent again, to whoever does so', async () => {
    await invite(member, 'a`@**all**@example.com, a`b@example.com')
    const [{ id, link_url } = {}] = await listOf(member)
    const resend = () => admin.post(`/invites/${String(id)}/resend`)
    expect((await holdsLaw([admin], resend)).body).toMatchObject({ link_url })
    expect(await linksTo(admin)).toEqual([[`* \`\` a\`b@example.com \`\`: ${String(link_url)}`]])
  })
})

test('administrators don’t manage invitations of owners for owners', async () => {
  await invite(owner, 'a@example.com', { invite_as: 100 })
  expect(await listOf(admin)).toEqual([])
  const id = await newest(owner)
  await areRefused(admin, [
    { who: admin, method: 'delete', path: `/invites/${id}`, answer: badRequest('No such invitation') },
    { who: admin, method: 'post', path: `/invites/${id}/resend`, answer: badRequest('No such invitation') },
    { who: member, method: 'delete', path: `/invites/${id}`, answer: badRequest('No such invitation') },
  ])
  expect(await listOf(owner)).toHaveLength(1)
})

test('who may invite follows the two permissions from the next request on', async () => {
  const guest = await server.addPerson('Gus Guest', 'guest')
  const link = (who: Client) => who.post('/invites/multiuse')
  const codes = async () => [
    (await invite(member, 'x@example.com')).status,
    (await link(member)).status,
    (await invite(guest, 'x@example.com')).status,
    (await link(guest)).status,
  ]
  expect(await codes()).toEqual([200, 400, 400, 400])
  await owner.patch('/realm', {
    can_invite_users_group: { new: group('role:administrators') },
    create_multiuse_invite_group: { new: group('role:members') },
  })
  expect(await codes()).toEqual([400, 200, 400, 400])
})

test('bad input invites nobody', async () => {
  const guest = await server.addPerson('Gus Guest', 'guest')
  const closed = await addChannel(owner, 'closed', [owner], {
    invite_only: true,
    history_public_to_subscribers: false,
  })
  const archived = await addChannel(owner, 'old', [member])
  await owner.delete(`/streams/${archived.id}`)
  const { body } = await owner.post('/user_groups/create', { name: 'team', description: '', members: [] })
  const team = body['group_id']
  const to = { invitee_emails: 'new@example.com', stream_ids: [] }
  const post = (
    who: Client,
    parameters: Parameters,
    answer: ReturnType<typeof badRequest | typeof invalid>,
  ) => ({ who, method: 'post', path: '/invites', parameters, answer }) as const
  const noChannel = (id: number) => badRequest(`Invalid channel ID ${id}. No invites were sent.`)
  await areRefused(owner, [
    { who: owner, method: 'post', path: '/invites', answer: missing('invitee_emails') },
    {
      who: owner,
      method: 'post',
      path: '/invites',
      parameters: { invitee_emails: 'x@example.com' },
      answer: missing('stream_ids'),
    },
    post(
      owner,
      { ...to, invitee_emails: ' ,\n;' },
      badRequest('You must specify at least one email address.'),
    ),
    post(owner, { ...to, stream_ids: 'x' }, invalid('stream_ids')),
    post(owner, { ...to, stream_ids: [9999] }, noChannel(9999)),
    post(member, { ...to, stream_ids: [closed.id] }, noChannel(closed.id)),
    post(member, { ...to, stream_ids: [archived.id] }, noChannel(archived.id)),
    post(owner, { ...to, group_ids: [9999] }, badRequest('Invalid user group')),
    post(
      owner,
      { ...to, group_ids: [group('role:everyone')] },
      badRequest('Insufficient permission: system groups cannot be changed'),
    ),
    post(
      member,
      { ...to, group_ids: [team] },
      badRequest(`You do not have permission to add people to user group ${String(team)}.`),
    ),
    post(owner, { ...to, invite_as: 500 }, invalid('invite_as')),
    post(admin, { ...to, invite_as: 100 }, badRequest('Must be an organization owner')),
    post(
      member,
      { ...to, invite_as: 300 },
      badRequest('You can invite people only in roles that are not above your own'),
    ),
    post(owner, { ...to, invite_expires_in_minutes: 0 }, invalid('invite_expires_in_minutes')),
    post(owner, { ...to, invite_expires_in_minutes: 1e12 }, invalid('invite_expires_in_minutes')),
    post(
      owner,
      { ...to, welcome_message_custom_text: 'x'.repeat(8001) },
      invalid('welcome_message_custom_text'),
    ),
    post(
      member,
      { ...to, welcome_message_custom_text: 'x' },
      badRequest('Must be an organization administrator'),
    ),
    post(guest, to, badRequest('Insufficient permission')),
    { who: member, method: 'post', path: '/invites/multiuse', answer: badRequest('Insufficient permission') },
    { who: owner, method: 'delete', path: '/invites/9999', answer: badRequest('No such invitation') },
    {
      who: owner,
      method: 'delete',
      path: '/invites/multiuse/9999',
      answer: badRequest('No such invitation'),
    },
    { who: owner, method: 'post', path: '/invites/9999/resend', answer: badRequest('No such invitation') },
  ])
  await owner.patch('/realm', { can_add_subscribers_group: { new: group('role:moderators') } })
  const general = await addChannel(owner, 'general', [member], { is_default_stream: true })
  expect((await invite(member, 'x@example.com', { stream_ids: [general.id] })).body).toMatchObject(
    badRequest('You do not have permission to subscribe other users to channels.'),
  )
  expect(await listOf(owner)).toEqual([])
})
