// What an embedded bot does: a function of what is said to it.
import type { StoredMessage } from '../messages/repository'
import type { Transaction } from '../organization/writer'
import type { User } from '../users/repository'

/** What is said to a bot. */
export interface Said {
  /** The write in which it answers: what it keeps or sends is there exactly if its answer is. */
  readonly tx: Transaction
  readonly bot: User
  readonly author: User
  readonly message: StoredMessage
  /** Markdown, without the mention of the bot. */
  readonly text: string
  readonly config: Readonly<Record<string, string>>
}

/** @returns the answer, in Markdown. */
export type Service = (said: Said) => string

/** What somebody says beside the bot's name. */
export function withoutMentionOf({ id, fullName }: User, content: string): string {
  return content.replaceAll(`@**${fullName}|${id}**`, '').replaceAll(`@**${fullName}**`, '').trim()
}

/** The author's name: told apart from others of that name, and without telling them. */
export function nameOf({ fullName, id }: User): string {
  return `@_**${fullName}|${id}**`
}
