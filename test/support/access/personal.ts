// Calls of the access table about what a person keeps for themselves, event queues, and the server's pages.
import { clientFiles } from '../../../src/web-client/files'
import { changeTo, confirmationPath } from '../../../src/accounts/address-changes'
import { presentUser } from '../../../src/accounts/profile'
import { demoLink } from '../../../src/demo/links'
import { demoPeople, storeDemo } from '../../../src/demo/people'
import { registrationPath } from '../../../src/joining/registering'
import { unsubscribeUrl } from '../../../src/missed-messages/unsubscribe-link'
import type { Client, Parameters } from '../client'
import { password } from '../server'
import { addFile } from '../world-files'
import { about, inPublic, plain, type Calls, type Given } from './given'
import { demoRun, type AccessWorld } from './world'

/** Something of the caller's own; the member's for those who can have none. */
const own =
  (path: string, parameters: (world: AccessWorld) => Parameters, field: string) =>
  (world: AccessWorld, who: Client) =>
    world.made(who, path, parameters(world), field)

const text = { title: 'A title', content: 'A text' }
const draft = { type: '', to: [], topic: '', content: 'A draft' }
const later = ({ server }: AccessWorld) => server.clock.now() / 1000 + 86_400
const scheduled = (world: AccessWorld) => ({
  type: 'channel',
  to: world.channel.id,
  topic: 'plans',
  content: 'Later',
  scheduled_delivery_timestamp: later(world),
})
const view = (world: AccessWorld) => ({
  fragment: `narrow/is/${world.next()}`,
  is_pinned: true,
  name: `View ${world.next()}`,
})

const snippetId = own('/saved_snippets', () => text, 'saved_snippet_id')
const draftId = own('/drafts', () => ({ drafts: [draft] }), 'ids')
const scheduledId = own('/scheduled_messages', scheduled, 'scheduled_message_id')
const queueId = own('/register', () => ({ event_types: ['heartbeat'] }), 'queue_id')
const fileOf = (ownerId: number) => async (world: AccessWorld) => {
  const key = `file${world.next()}`
  return (await world.server.organization.write((tx) => addFile(tx, ownerId, key))).id
}
/** One of the caller's own; the member's for those who have no account. */
const fileId = (world: AccessWorld, who: Client) =>
  fileOf(who.id === 0 ? world.callers.member.id : who.id)(world)
const othersFileId = (world: AccessWorld) => fileOf(world.other.id)(world)
const viewName = async (world: AccessWorld, who: Client) => {
  const parameters = view(world)
  await who.post('/navigation_views', parameters)
  return encodeURIComponent(parameters.fragment)
}
const reminder = async (world: AccessWorld) => ({
  message_id: await world.message(world.other),
  scheduled_delivery_timestamp: later(world),
})

export const personalCalls: Calls = {
  'GET /api/v1/saved_snippets': plain,
  'POST /api/v1/saved_snippets': () => ({ parameters: text }),
  'PATCH /api/v1/saved_snippets/:saved_snippet_id': about('saved_snippet_id', snippetId, {
    title: 'Another',
  }),
  'DELETE /api/v1/saved_snippets/:saved_snippet_id': about('saved_snippet_id', snippetId),
  'GET /api/v1/drafts': plain,
  'POST /api/v1/drafts': () => ({ parameters: { drafts: [draft] } }),
  'PATCH /api/v1/drafts/:draft_id': about('draft_id', draftId, { draft: { ...draft, content: 'Another' } }),
  'DELETE /api/v1/drafts/:draft_id': about('draft_id', draftId),
  'GET /api/v1/scheduled_messages': plain,
  'POST /api/v1/scheduled_messages': (world) => ({ parameters: scheduled(world) }),
  'PATCH /api/v1/scheduled_messages/:scheduled_message_id': about('scheduled_message_id', scheduledId, {
    content: 'Another',
  }),
  'DELETE /api/v1/scheduled_messages/:scheduled_message_id': about('scheduled_message_id', scheduledId),
  'GET /api/v1/reminders': plain,
  'POST /api/v1/reminders': async (world) => ({ parameters: await reminder(world) }),
  'DELETE /api/v1/reminders/:reminder_id': about('reminder_id', async (world, who) =>
    world.made(who, '/reminders', await reminder(world), 'reminder_id'),
  ),
  'GET /api/v1/attachments': plain,
  'DELETE /api/v1/attachments/:attachment_id': about('attachment_id', fileId),
  'DELETE /api/v1/attachments/:attachment_id (another’s)': about('attachment_id', othersFileId),
  'GET /api/v1/navigation_views': plain,
  'POST /api/v1/navigation_views': (world) => ({ parameters: view(world) }),
  'PATCH /api/v1/navigation_views/:fragment': about('fragment', viewName, { is_pinned: false }),
  'DELETE /api/v1/navigation_views/:fragment': about('fragment', viewName),
  'POST /api/v1/register': plain,
  'POST /api/v1/register (public access)': inPublic(plain),
  'GET /api/v1/events': async (world, who) => ({
    parameters: { queue_id: await queueId(world, who), last_event_id: -1, dont_block: true },
  }),
  'DELETE /api/v1/events': async (world, who) => ({ parameters: { queue_id: await queueId(world, who) } }),
}

const newcomer = (world: AccessWorld) => ({
  email: `newcomer-${world.next()}@example.com`,
  full_name: 'New Comer',
  password,
})

/** Where no invitation is needed. */
async function uninvited(world: AccessWorld) {
  await world.owner.patch('/realm', { invite_required: false })
  return newcomer(world)
}

async function invited(world: AccessWorld): Promise<Given> {
  const link = String(await world.made(world.owner, '/invites/multiuse', { stream_ids: [] }, 'invite_link'))
  return { path: { key: lastPart(link) } }
}

function lastPart(link: string): string {
  return link.split('/').findLast((part) => part !== '') ?? ''
}

async function forgetful(world: AccessWorld): Promise<Given> {
  const { id } = await world.person()
  const link = String(await world.made(world.owner, `/users/${id}/password_reset`, {}, 'reset_url'))
  return { path: { token: lastPart(link) } }
}

/** With a link that has come by mail. */
async function proven(world: AccessWorld): Promise<Given> {
  const { email } = await uninvited(world)
  const { organization } = world.server
  const claim = { address: email, invitationKey: null, expiresAt: later(world) }
  return { path: { token: lastPart(registrationPath(organization, claim)) } }
}

async function changing(world: AccessWorld): Promise<Given> {
  const { id } = await world.person()
  const { organization } = world.server
  const change = changeTo(organization, presentUser(organization, id), newcomer(world).email)
  return { path: { token: lastPart(confirmationPath(organization, change)) } }
}

/** The link of somebody who has had enough of mails. */
async function withMail({ server: { organization }, other }: AccessWorld): Promise<Given> {
  const [kind, token] = unsubscribeUrl(organization, 'digest', other.id).split('/').slice(-2)
  return { path: { kind: kind ?? '', token: token ?? '' } }
}

/** Pages, and what belongs to no organization: nobody is asked who they are, but for the cookie of a session. */
export const pageCalls: Calls = {
  'GET /': plain,
  'GET /service-worker.js': plain,
  'GET /manifest.webmanifest': plain,
  'GET /web/:name': async () => ({ path: { name: (await clientFiles()).page.script } }),
  'GET /login': plain,
  'POST /login': ({ callers }) => ({ parameters: { email: callers.member.email, password } }),
  'POST /logout': plain,
  'GET /join/:key': invited,
  'POST /join/:key': async (world) => ({ ...(await invited(world)), parameters: newcomer(world) }),
  'GET /register': async (world) => {
    await uninvited(world)
    return {}
  },
  'POST /register': async (world) => ({ parameters: await uninvited(world) }),
  'GET /register/:token': proven,
  'POST /register/:token': async (world) => ({ ...(await proven(world)), parameters: newcomer(world) }),
  'GET /confirm-address/:token': changing,
  'POST /confirm-address/:token': changing,
  'GET /accounts/password/reset': plain,
  'GET /reset-password': plain,
  'POST /reset-password': ({ callers }) => ({ parameters: { email: callers.member.email } }),
  'GET /reset-password/:token': forgetful,
  'POST /reset-password/:token': async (world) => ({ ...(await forgetful(world)), parameters: { password } }),
  'GET /unsubscribe/:kind/:token': withMail,
  'POST /unsubscribe/:kind/:token': withMail,
  'GET /setup/:key': () => ({ path: { key: 'x'.repeat(43) } }),
  'POST /setup/:key': () => ({ path: { key: 'x'.repeat(43) } }),
  'GET /organization-move/:name': () => ({ path: { name: 'acme' } }),
  'DELETE /organization-move/:name': () => ({ path: { name: 'acme' } }),
  'PUT /organization-move/:name/pieces': () => ({ path: { name: 'acme' } }),
  'GET /organization-move/:name/files': () => ({ path: { name: 'acme' } }),
  'POST /organization-move/:name/files': () => ({ path: { name: 'acme' } }),
  'POST /organization-move/:name/adopt': () => ({ path: { name: 'acme' } }),
  'POST /find-organization': plain,
  'GET /demo/:token': async ({ server: { organization }, other }) => {
    await organization.write((tx) => storeDemo(tx, { peopleIds: [other.id], isFinished: true }))
    const [user] = demoPeople(organization)
    return { path: { token: user ? demoLink(organization, demoRun, user).replace('/demo/', '') : '' } }
  },
  'GET /static/emoji/emoji_api.json': plain,
  'GET /health': plain,
  'GET /health/live': plain,
  'GET /health/ready': plain,
  'GET /api/docs': plain,
  'GET /api/docs/json': plain,
  'GET /api/docs/:script': async ({ server }) => {
    const page = await (await fetch(`${server.url}/api/docs`)).text()
    return { path: { script: /reference-\w+\.js/.exec(page)?.[0] ?? '' } }
  },
}
