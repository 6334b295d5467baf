// Calls of the access table about people, their logins and their own settings.
import { addBot } from '../bots'
import { password } from '../server'
import { about, inPublic, plain, withThese, type Calls } from './given'
import type { AccessWorld } from './world'

const someone = async (world: AccessWorld) => (await world.person()).id
const closed = async (world: AccessWorld) => {
  const { id } = await world.person()
  await world.owner.delete(`/users/${id}`)
  return id
}
const status = { status_text: 'Away' }

/** Logging in is for everybody, whoever they say they are. */
const logins: Calls = {
  'POST /api/v1/fetch_api_key': ({ callers }) => ({
    parameters: { username: callers.member.email, password },
  }),
  'POST /api/v1/accounts/login': ({ callers }) => ({
    parameters: { username: callers.member.email, password },
  }),
  'POST /api/v1/accounts/logout': plain,
  'POST /api/v1/users/me/api_key/regenerate': plain,
  'GET /api/v1/users/me/sessions': plain,
  'DELETE /api/v1/users/me/sessions/:session_id': about('session_id', async (world, who) => {
    await world.cookie(who.id === 0 ? world.other : who)
    const { body } = await who.get('/users/me/sessions')
    const sessions: { id: number }[] = Array.isArray(body['sessions']) ? body['sessions'] : []
    return sessions.at(-1)?.id ?? 1
  }),
}

const people: Calls = {
  'GET /api/v1/users': plain,
  'GET /api/v1/users (public access)': inPublic(plain),
  'POST /api/v1/users': (world) => ({
    parameters: { email: `new-${world.next()}@example.com`, password, full_name: 'New' },
  }),
  'GET /api/v1/users/me': plain,
  'DELETE /api/v1/users/me': plain,
  'GET /api/v1/users/:user_id': about('user_id', async ({ other }) => other.id),
  'PATCH /api/v1/users/:user_id (role)': about('user_id', someone, { role: 300 }),
  'PATCH /api/v1/users/:user_id (name)': about('user_id', someone, { full_name: 'Another Name' }),
  'PATCH /api/v1/users/:user_id (address)': async (world) => ({
    path: { user_id: await someone(world) },
    parameters: { new_email: `other-${world.next()}@example.com` },
  }),
  'DELETE /api/v1/users/:user_id': about('user_id', someone),
  'POST /api/v1/users/:user_id/reactivate': about('user_id', closed),
  'POST /api/v1/users/:user_id/password_reset': about('user_id', someone),
  'GET /api/v1/users/:user_id/status': about('user_id', async ({ other }) => other.id),
  'POST /api/v1/users/:user_id/status': about('user_id', someone, status),
  'GET /api/v1/users/:user_id/presence': about('user_id', async (world) => {
    const { other } = world
    await other.post('/users/me/presence', { status: 'active' })
    return other.id
  }),
  'GET /api/v1/realm/presence': plain,
  'GET /avatar/:user_id': about('user_id', async ({ other }) => other.id),
  'GET /avatar/:user_id/medium': about('user_id', async ({ other }) => other.id),
}

const oneself: Calls = {
  'PATCH /api/v1/settings': withThese({ twenty_four_hour_time: true }),
  'PATCH /api/v1/settings/display': withThese({ twenty_four_hour_time: true }),
  'PATCH /api/v1/settings/notifications': withThese({ enable_sounds: false }),
  'POST /api/v1/zcommand': withThese({ command: '/ping' }),
  'POST /api/v1/users/me/presence': withThese({ status: 'active' }),
  'POST /api/v1/users/me/status': withThese(status),
  'PATCH /api/v1/users/me/profile_data': async (world) => ({
    parameters: { data: [{ id: await profileField(world), value: 'Hello' }] },
  }),
  'DELETE /api/v1/users/me/profile_data': async (world) => ({
    parameters: { data: [await profileField(world)] },
  }),
  'GET /api/v1/users/me/alert_words': plain,
  'POST /api/v1/users/me/alert_words': withThese({ alert_words: ['tea'] }),
  'DELETE /api/v1/users/me/alert_words': withThese({ alert_words: ['tea'] }),
  'POST /api/v1/users/me/muted_users/:muted_user_id': about('muted_user_id', someone),
  'DELETE /api/v1/users/me/muted_users/:muted_user_id': about('muted_user_id', async (world, who) => {
    const id = await someone(world)
    await who.post(`/users/me/muted_users/${id}`)
    return id
  }),
  'POST /api/v1/users/me/onboarding_steps': withThese({ onboarding_step: 'intro_inbox_view_modal' }),
}

/** A field that there is, always the same: there can be few. */
async function profileField({ owner }: AccessWorld): Promise<number> {
  const { body } = await owner.get('/realm/profile_fields')
  const fields: { id: number }[] = Array.isArray(body['custom_fields']) ? body['custom_fields'] : []
  const [first] = fields
  if (first) return first.id
  const made = await owner.post('/realm/profile_fields', { field_type: 1, name: 'About me' })
  return Number(made.body['id'])
}

const bot = async ({ owner }: AccessWorld) => (await addBot(owner)).id

/** Bots of the owner's. */
const bots: Calls = {
  'GET /api/v1/bots': plain,
  'POST /api/v1/bots': (world) => ({
    parameters: { full_name: `Bot ${world.next()}`, short_name: `b${world.next()}` },
  }),
  'PATCH /api/v1/bots/:bot_id': about('bot_id', bot, { default_all_public_streams: true }),
  'PATCH /api/v1/bots/:bot_id (owner)': async (world) => ({
    path: { bot_id: await bot(world) },
    parameters: { bot_owner_id: world.other.id },
  }),
  'DELETE /api/v1/bots/:bot_id': about('bot_id', bot),
  'POST /api/v1/bots/:bot_id/api_key/regenerate': about('bot_id', bot),
  'GET /api/v1/external': plain,
  'POST /api/v1/external/:integration': ({ channel }, { apiKey }) => ({
    path: { integration: 'slack_incoming' },
    query: { api_key: apiKey, stream: String(channel.id) },
    parameters: { text: 'The light is on' },
  }),
  'GET /api/v1/bot_storage': plain,
  'PUT /api/v1/bot_storage': withThese({ storage: { key: 'value' } }),
  'DELETE /api/v1/bot_storage': plain,
  'POST /api/v1/chat-outgoing-webhook': plain,
}

export const personCalls: Calls = { ...logins, ...people, ...oneself, ...bots }
