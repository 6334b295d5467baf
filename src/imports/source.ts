// What an import takes in, whatever it comes from: people, channels and messages, with the names that they have there.

/** An archive of another server that is being read. IDs are texts, and mean something only there. */
export interface Source {
  /** Which server it was, such as `slack:T0123`: what was taken from it once is known by that. */
  readonly id: string
  /** What the organization was called. */
  readonly name: string
  /** All people and programs that anything names; nobody twice. */
  people(): AsyncIterable<SourcePerson>
  channels(): AsyncIterable<SourceChannel>
  /** Custom emoji of which the archive has the picture. */
  emoji(): AsyncIterable<SourceEmoji>
  /** Oldest first, in portions; a portion is taken as a whole, or again. */
  messages(): AsyncIterable<SourcePortion>
  close(): void
}

export interface SourcePerson {
  readonly id: string
  /** Undefined where the archive does not say. */
  readonly email: string | undefined
  readonly name: string
  readonly role: 'owner' | 'administrator' | 'moderator' | 'member' | 'guest'
  /** Programs, and people who have left, get accounts that nobody logs in to. */
  readonly isActive: boolean
  readonly timezone?: string
  readonly avatar?: SourceFile
}

export interface SourceChannel {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly isPrivate: boolean
  /** Whether those who come later see what was sent before; they do if it is not said. */
  readonly isHistoryShared?: boolean
  readonly isArchived: boolean
  readonly memberIds: readonly string[]
  readonly creatorId: string | undefined
  /** UNIX seconds. */
  readonly createdAt: number | undefined
}

export interface SourceEmoji {
  readonly name: string
  readonly file: SourceFile
}

export interface SourcePortion {
  /** How much of the archive is read once it is taken, from 0 to 1. */
  readonly progress: number
  readonly messages: readonly SourceMessage[]
}

export interface SourceMessage {
  readonly id: string
  readonly senderId: string
  /** The sender, where it is somebody or something that `people` may not name. */
  readonly sender?: SourcePerson
  /** A channel and a topic, or everybody in a direct conversation. */
  readonly to:
    { readonly channelId: string; readonly topic: string } | { readonly memberIds: readonly string[] }
  /** UNIX seconds. */
  readonly sentAt: number
  readonly editedAt?: number
  /** Its Markdown, once it is known what names have become. */
  content(names: Names): string
  readonly reactions: readonly { readonly emoji: string; readonly personIds: readonly string[] }[]
  readonly files: readonly SourceFile[]
  /** Who has kept it for themselves. */
  readonly starredBy?: readonly string[]
  /** Whether everybody in the channel has it before them. */
  readonly isPinned?: boolean
}

export interface SourceFile {
  readonly id: string
  readonly name: string
  /** The address by which the text links to it already, which becomes its address here. */
  readonly inText?: string
  /** Where it can be fetched, if it is not in the archive. */
  readonly url?: string
  /** The content; undefined where the archive has none. */
  open?(): Promise<AsyncIterable<Uint8Array>>
}

/** What people and channels are called here. */
export interface Names {
  /** A person by their ID there. */
  person(id: string): { readonly id: number; readonly fullName: string } | undefined
  /** A person by the name that they log in with there. */
  personNamed(name: string): { readonly id: number; readonly fullName: string } | undefined
  /** A channel by its ID, or by its name there. */
  channel(idOrName: string): { readonly name: string } | undefined
  /** The ID here of a message that was taken by now. */
  message(id: string): number | undefined
  /** Whether an emoji of that name is shown. */
  isEmoji(name: string): boolean
}

/** Nobody is known yet, such as when a thread gets its name, which has to be the same each time. */
export const nothingKnown: Names = {
  person: () => undefined,
  personNamed: () => undefined,
  channel: () => undefined,
  message: () => undefined,
  isEmoji: () => false,
}

/** Is told what a reader leaves out. */
export type Skipped = (what: string, example: string) => void

/** It is no archive of its kind, or one that can't be taken: the message says why. */
export class UnreadableSource extends Error {}
