// An organization with some of everything in it, most of it somebody else's, and people of every kind to call it.
import { addChannel } from '../channels'
import type { Client } from '../client'
import { Client as Caller } from '../client'
import { sendTo } from '../changed-messages'
import { sendDirectly } from '../messages'
import { addPeople } from '../scenario'
import { startOfTests } from '../server'
import { linkingContents } from '../world-files'
import { startFuzzServer, type FuzzServer } from './servers'
import { knownIds } from './values'

export const callers = [
  'nobody',
  'wrong',
  'gone',
  'guest',
  'member',
  'other',
  'administrator',
  'owner',
] as const
export type CallerName = (typeof callers)[number]

const roles = { guest: 'guest', member: 'member', other: 'member', administrator: 'administrator' } as const

export class FuzzWorld {
  #healed = 0

  private constructor(
    readonly server: FuzzServer,
    readonly people: Record<CallerName, Client>,
    /** People whom no call names, to see what becomes of what clients know. */
    readonly watchers: readonly Client[],
  ) {}

  static async make(): Promise<FuzzWorld> {
    const server = await startFuzzServer()
    const { owner, url } = server
    const { gone, ...people } = await addPeople(server, { gone: 'member', ...roles })
    const { guest, member, other } = people
    // Nothing that calls name has their IDs.
    for (let id = other.id; id < knownIds; id++) await server.addPerson(`Filler ${id}`)
    const { wanda, wido } = await addPeople(server, { wanda: 'member', wido: 'guest' })
    await fill(server, people, [wanda, wido])
    await owner.delete(`/users/${gone.id}`)
    const nobody = new Caller(url, 0, '', '')
    const wrong = new Caller(url, 0, member.email, 'x'.repeat(32))
    const all = { nobody, wrong, gone, ...people, guest, other, owner }
    return new FuzzWorld(server, all, [wanda, wido])
  }

  /** Those who have lost their account or role get another one. */
  async heal(): Promise<void> {
    for (const name of ['guest', 'member', 'other', 'administrator'] as const) {
      const { body } = await this.people[name].get('/users/me')
      if (body['result'] === 'success') continue
      this.people[name] = await this.server.addPerson(`${name} ${++this.#healed}`, roles[name])
    }
    const { body } = await this.people.owner.get('/users/me')
    if (body['is_owner'] !== true)
      this.people.owner = await this.server.addPerson(`owner ${++this.#healed}`, 'owner')
  }
}

async function fill(
  server: FuzzServer,
  { guest, member, other, administrator }: Record<keyof typeof roles, Client>,
  watchers: readonly Client[],
): Promise<void> {
  const { owner } = server
  await owner.patch('/realm', { enable_spectator_access: true })
  const general = await addChannel(owner, 'general', [
    owner,
    guest,
    member,
    other,
    administrator,
    ...watchers,
  ])
  const secret = await addChannel(other, 'private', [other, owner], { invite_only: true })
  await addChannel(owner, 'vault', [owner, member], {
    invite_only: true,
    history_public_to_subscribers: false,
  })
  await addChannel(owner, 'square', [owner, ...watchers], { is_web_public: true })
  const archived = await addChannel(owner, 'archived', [owner, member])
  await owner.delete(`/streams/${archived.id}`)
  await sendTo(owner, general.id, 'plans', 'Hello @**Member**')
  await sendTo(other, secret.id, 'plans', 'A secret')
  await sendTo(member, general.id, 'plans', '/poll Tea?\nyes\nno')
  await sendTo(guest, general.id, '', 'https://example.com')
  await sendDirectly(other, [owner], 'Between us')
  await sendDirectly(member, [guest], 'Hi')
  const [watcher = owner] = watchers
  const owners = [owner, watcher, member, other, guest]
  await server.addFiles(owners.map(({ id }) => id))
  await sendTo(watcher, general.id, 'plans', linkingContents[0])
  await sendTo(member, general.id, 'plans', linkingContents[1])
  const due = startOfTests / 1000 + 86_400
  for (const who of [other, member]) {
    const draft = { type: 'stream', to: [general.id], topic: 'plans', content: 'Draft', timestamp: 1 }
    await who.post('/drafts', { drafts: [draft, draft] })
    await who.post('/saved_snippets', { title: 'Snippet', content: 'Hello' })
    const message = { type: 'channel', to: general.id, topic: 'plans', content: 'Later' }
    await who.post('/scheduled_messages', { ...message, scheduled_delivery_timestamp: due })
    await who.post('/reminders', { message_id: 1, scheduled_delivery_timestamp: due })
    await who.post('/user_groups/create', { name: `Group of ${who.id}`, description: '', members: [who.id] })
    await who.post('/navigation_views', { fragment: 'narrow/is/starred', is_pinned: true, name: 'Stars' })
    await who.post('/users/me/alert_words', { alert_words: ['tea'] })
  }
  await owner.post('/channel_folders/create', { name: 'Folder' })
  await owner.post('/realm/filters', { pattern: 'T(?P<id>[0-9]+)', url_template: 'https://example.com/{id}' })
  await owner.post('/realm/profile_fields', { field_type: 1, name: 'Pronouns' })
  await owner.post('/invites/multiuse', { stream_ids: [general.id] })
}
