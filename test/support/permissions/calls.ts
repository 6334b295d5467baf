// Calls that take a permission, with all that they need beside it, each with things of its own.
import { systemGroupId, type SystemGroupName } from '../../../src/user-groups/repository'
import { addChannel, subscribe, type ChannelRef } from '../channels'
import type { Client } from '../client'
import { sendToChannel } from '../messages'
import type { TestServer } from '../server'
import type { Call } from './trial'

export const post = (path: string, parameters: object): Call => call('post', path, parameters)
export const patch = (path: string, parameters: object): Call => call('patch', path, parameters)
export const remove = (path: string, parameters: object = {}): Call => call('delete', path, parameters)

function call(method: Call['method'], path: string, parameters: object): Call {
  return { method, path, parameters: { ...parameters } }
}

/** What a message can't be done to, by those who lack what it takes. */
export const refusals = {
  deleting: "You don't have permission to delete this message",
  toAnotherTopic: "You don't have permission to move this message to another topic",
  toAnotherChannel: "You don't have permission to move this message to another channel",
  resolving: "You don't have permission to resolve topics",
}

let count = 0

/** A name that nothing has had yet. */
export const fresh = (what: string): string => `${what} ${++count}`

/** Makes calls ready in an organization; what they need belongs to its owner. */
export class Calls {
  readonly #owner: Client

  constructor(readonly server: TestServer) {
    this.#owner = server.owner
  }

  /** The ID of a role's group. */
  role(name: SystemGroupName): number {
    return systemGroupId(this.server.organization, name)
  }

  newcomer(): Promise<Client> {
    return this.server.addPerson(fresh('Newcomer'))
  }

  /** A public channel of the owner's, in which the person is, too. */
  async room(who: Client): Promise<ChannelRef> {
    const channel = await addChannel(this.#owner, fresh('room'), [this.#owner])
    await subscribe(who, channel, [who])
    return channel
  }

  /** A group of the owner's, with the owner in it. */
  async group(): Promise<{ id: number; name: string }> {
    const name = fresh('group')
    const members = [this.#owner.id]
    const { body } = await this.#owner.post('/user_groups/create', { name, description: '', members })
    return { id: Number(body['group_id']), name }
  }

  // What the organization gives for all channels, and each channel to further people.

  async subscribeOther({ name }: ChannelRef): Promise<Call> {
    const { id } = await this.newcomer()
    return post('/users/me/subscriptions', { subscriptions: [{ name }], principals: [id] })
  }

  async deleteAny(channel: ChannelRef): Promise<Call> {
    return remove(`/messages/${await sendToChannel(this.#owner, channel)}`)
  }

  async deleteOwn(who: Client, channel: ChannelRef): Promise<Call> {
    return remove(`/messages/${await sendToChannel(who, channel)}`)
  }

  async moveTopic(channel: ChannelRef): Promise<Call> {
    return patch(`/messages/${await sendToChannel(this.#owner, channel)}`, { topic: fresh('elsewhere') })
  }

  async moveAway(who: Client, channel: ChannelRef): Promise<Call> {
    const { id } = await this.room(who)
    return patch(`/messages/${await sendToChannel(this.#owner, channel)}`, { stream_id: id })
  }

  async resolve(channel: ChannelRef): Promise<Call> {
    const topic = fresh('question')
    const id = await sendToChannel(this.#owner, channel, 'Why?', topic)
    return patch(`/messages/${id}`, { topic: `✔ ${topic}`, propagate_mode: 'change_all' })
  }
}
