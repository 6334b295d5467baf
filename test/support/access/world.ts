// The world of the access table: an organization, another one beside it, and a caller of every kind.
import { setDeactivated } from '../../../src/administration/settings'
import { found } from '../../../src/administration/founding'
import { beginSession } from '../../../src/sessions/actions'
import { settings } from '../../../src/organization/settings'
import { documentedAnswers, type CheckAnswer } from '../answers'
import { addBot } from '../bots'
import { addChannel, type ChannelRef } from '../channels'
import { Client, type Parameters } from '../client'
import { addPeople } from '../scenario'
import { password, TestServer } from '../server'

/** What the server calls its run: links of it let into its demo. */
export const demoRun = 'this run'

/** The columns of the table, in their order. */
export const columns = [
  'nobody',
  'wrong',
  'gone',
  'stranger',
  'guest',
  'member',
  'moderator',
  'admin',
  'owner',
  'bot',
  'incoming',
  'outgoing',
  'embedded',
] as const
export type Column = (typeof columns)[number]

const roleOf = { guest: 'guest', member: 'member', moderator: 'moderator', admin: 'administrator' } as const
const botTypes = { bot: 1, incoming: 2, outgoing: 3, embedded: 4 } as const

type PersonColumn = keyof typeof roleOf
type BotColumn = keyof typeof botTypes

export class AccessWorld {
  #serial = 0
  /** What answers had that the reference does not say. */
  readonly undocumented: string[] = []

  private constructor(
    readonly server: TestServer,
    readonly checkAnswer: CheckAnswer,
    readonly callers: Record<Column, Client>,
    /** Somebody whom calls are about. */
    readonly other: Client,
    /** Everybody is in it. */
    readonly channel: ChannelRef,
    /** A private one, which only the owner and `other` are in. */
    readonly secret: ChannelRef,
  ) {}

  static async make(): Promise<AccessWorld> {
    const server = await TestServer.start({ demoRun })
    const { owner, url } = server
    const { other, gone, ...people } = await addPeople(server, {
      other: 'member Olga Other',
      gone: 'member',
      guest: 'guest',
      member: 'member',
      moderator: 'moderator',
      admin: 'administrator',
    })
    const bots = {
      bot: await botOf(server, 'bot'),
      incoming: await botOf(server, 'incoming'),
      outgoing: await botOf(server, 'outgoing'),
      embedded: await botOf(server, 'embedded'),
    }
    const everybody = [owner, other, ...Object.values(people), ...Object.values(bots)]
    const channel = await addChannel(owner, 'general', everybody)
    const secret = await addChannel(owner, 'secret', [owner, other], { invite_only: true })
    await owner.delete(`/users/${gone.id}`)
    const nobody = new Client(url, 0, '', '')
    const wrong = new Client(url, 0, people.member.email, 'x'.repeat(32))
    const stranger = await addStranger(server)
    const callers = { nobody, wrong, gone, stranger, ...people, owner, ...bots }
    return new AccessWorld(server, await documentedAnswers(url), callers, other, channel, secret)
  }

  get owner(): Client {
    return this.callers.owner
  }

  /** A number that was never given before. */
  next(): number {
    return ++this.#serial
  }

  /** A new person whom nothing else is about. */
  person(): Promise<Client> {
    return this.server.addPerson(`Person ${this.next()}`)
  }

  /** Another caller of that kind, for calls after which it can call no more. */
  async another(column: Column): Promise<Client> {
    if (isPerson(column)) return this.server.addPerson(`${column} ${this.next()}`, roleOf[column])
    if (isBot(column)) return botOf(this.server, column)
    if (column === 'owner') return this.server.addPerson(`Owner ${this.next()}`, 'owner')
    return this.callers[column]
  }

  /**
   * Has somebody make something of their own; for those who can't, the member makes it.
   * @returns what stands in that field of the answer, of a list the first
   */
  async made(who: Client, path: string, parameters: Parameters, field: string): Promise<string | number> {
    const own = await who.post(path, parameters)
    const { body } = own.status === 200 ? own : await this.callers.member.post(path, parameters)
    const value = body[field]
    const first: unknown = Array.isArray(value) ? value[0] : value
    if (typeof first === 'string' || typeof first === 'number') return first
    throw new Error(`POST ${path} gives no ${field}: ${JSON.stringify(body)}`)
  }

  /** A message of somebody's in the channel of all, or in another one; of the member's for those who can't write. */
  async message(who: Client, channel = this.channel, topic = `topic ${this.next()}`): Promise<number> {
    const parameters = { type: 'channel', to: channel.id, topic, content: `Message ${this.next()}` }
    return Number(await this.made(who, '/messages', parameters, 'id'))
  }

  /** Has the organization as it was: whoever may has closed it, or a call was about one that is open to the public. */
  async tidyUp(): Promise<void> {
    const { organization } = this.server
    if (settings(organization).is_deactivated) await setDeactivated(organization, false)
    if (settings(organization).enable_spectator_access) await this.openToPublic(false)
  }

  /** Whether people without an account may look around. */
  async openToPublic(isOpen: boolean): Promise<void> {
    await this.owner.patch('/realm', { enable_spectator_access: isOpen })
  }

  /** The cookie of a new session of a person. */
  async cookie(who: Client): Promise<string> {
    const browser = { userAgent: 'Firefox', address: '192.0.2.1' }
    const person = { id: who.id, fullName: 'Somebody' }
    const token = await this.server.organization.write((tx) => beginSession(tx, person, browser))
    return `confab-session=${token}`
  }
}

export function isPerson(column: Column): column is PersonColumn {
  return Object.hasOwn(roleOf, column)
}

export function isBot(column: Column): column is BotColumn {
  return Object.hasOwn(botTypes, column)
}

/** A bot of the owner's. */
function botOf(server: TestServer, type: BotColumn): Promise<Client> {
  const service = type === 'embedded' ? { service_name: 'helloworld' } : {}
  return addBot(server.owner, { bot_type: botTypes[type], ...service })
}

/** The owner of another organization of the same server, with the address that the member has in this one. */
async function addStranger(server: TestServer): Promise<Client> {
  const owner = { email: 'member@example.com', fullName: 'Stranger', password }
  let key = ''
  await server.server.organizations.create('elsewhere', async (draft) => {
    key = (await found(draft, { name: 'Elsewhere', owner })).apiKey
  })
  return new Client(server.url, 0, owner.email, key)
}
