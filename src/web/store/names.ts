// What people, channels and conversations are called, those too that are not known.
import type { Channel } from './channels'
import type { Conversation } from './conversations'
import type { Message } from './messages'
import type { State } from './state'
import type { User, Users } from './users'

export function userOf({ users }: State, id: number): User | undefined {
  return users.get(id)
}

/** The person's name as it is now; undefined for somebody who is not known, whom the texts have a word for. */
export function nameOf({ users }: State, id: number): string | undefined {
  return users.get(id)?.full_name
}

/** As it is now; of somebody who is not known (any more), as it was when the message was fetched. */
export function senderNameOf(state: State, message: Message): string {
  return nameOf(state, message.sender_id) ?? message.sender_full_name
}

/** The sender's picture as it is now; null where there is none. */
export function senderPictureOf(state: State, message: Message): string | null {
  return state.users.get(message.sender_id)?.avatar_url ?? message.avatar_url
}

/** This person; undefined for somebody without an account. */
export function ownUserOf({ users, ownUser }: State): User | undefined {
  return users.get(ownUser.user_id)
}

export function channelOf({ channels }: State, id: number): Channel | undefined {
  return channels.get(id)
}

/** The channel of that name, in any case. */
export function channelNamed({ channels }: State, name: string): Channel | undefined {
  const wanted = nameKey(name)
  for (const channel of channels.values()) if (nameKey(channel.name) === wanted) return channel
  return undefined
}

function nameKey(name: string): string {
  return name.trim().normalize('NFKC').toLowerCase()
}

/** People who are called so, in any case; several may be. */
export function usersNamed({ users }: Pick<State, 'users'>, name: string): readonly User[] {
  return byNameIn(users).get(nameKey(name)) ?? []
}

/** Made when somebody first asks, once for each state of the people: completion asks for every name that it offers. */
const byName = new WeakMap<Users, ReadonlyMap<string, readonly User[]>>()

function byNameIn(users: Users): ReadonlyMap<string, readonly User[]> {
  const known = byName.get(users)
  if (known) return known
  const made = Map.groupBy(users.values(), ({ full_name }) => nameKey(full_name))
  byName.set(users, made)
  return made
}

/** The names of all in a direct conversation, in their order; undefined for those who are not known. */
export function namesIn(
  state: State,
  conversation: Conversation & { type: 'private' },
): (string | undefined)[] {
  return conversation.user_ids.map((id) => nameOf(state, id))
}
