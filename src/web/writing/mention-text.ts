// How people and groups are mentioned in Markdown.
import { state } from '../live/state'
import { usersNamed } from '../store/names'

/** `@**Ann**`, with the ID where several are called so. @param silent tells nobody (`@_`) */
export function mentionOf(userId: number, name: string, silent = false): string {
  const isOnly = usersNamed(state(), name).length < 2 && !isWildcard(name)
  // A name with stars or a bar in it would end early: the ID alone says who is meant.
  const written = /[*|]/.test(name) ? `|${userId}` : isOnly ? name : `${name}|${userId}`
  return `@${silent ? '_' : ''}**${written}**`
}

const wildcards = ['all', 'everyone', 'channel', 'stream', 'topic']

function isWildcard(name: string): boolean {
  return wildcards.includes(name.toLowerCase())
}
