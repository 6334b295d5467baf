// What an import takes in, whatever it comes from: people, channels and messages, with the names that they have there.

import type { PersonalChange } from '../channels/subscriptions/personal-settings'
import type { flagBits } from '../messages/flags'

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
  /** What administrators have set up, if the archive has any of it. */
  configuration?(): SourceConfiguration
  /** Oldest first, in portions; a portion is taken as a whole, or again. */
  messages(): AsyncIterable<SourcePortion>
  /** What people have chosen and kept for themselves, if the archive has any of it; nobody twice. */
  choices?(): Iterable<SourceChoices>
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
  /** Among those of `configuration`. */
  readonly folderId?: string
  /** Whether new people come to it. */
  readonly isDefault?: boolean
  readonly messageRetentionDays?: number
  readonly creatorId: string | undefined
  /** UNIX seconds. */
  readonly createdAt: number | undefined
}

/** What administrators have set up. Whatever is empty, the archive does not say. */
export interface SourceConfiguration {
  /** By the names that they have here; what is none, or does not fit, is left out. */
  readonly settings: Readonly<Record<string, unknown>>
  /** Settings that are a channel, by their names here. */
  readonly channelSettings: Readonly<Record<string, string>>
  readonly folders: readonly { readonly id: string; readonly name: string; readonly description: string }[]
  readonly groups: readonly SourceGroup[]
  readonly linkifiers: readonly { readonly pattern: string; readonly urlTemplate: string }[]
  readonly playgrounds: readonly {
    readonly name: string
    readonly language: string
    readonly urlTemplate: string
  }[]
  readonly profileFields: readonly SourceProfileField[]
}

export interface SourceGroup {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly memberIds: readonly string[]
  readonly subgroupIds: readonly string[]
}

export interface SourceProfileField {
  readonly id: string
  /** The protocol's number. */
  readonly kind: number
  readonly name: string
  readonly hint: string
  readonly fieldData: Readonly<Record<string, unknown>>
  readonly isInSummary: boolean
}

/** What somebody has chosen and kept. */
export interface SourceChoices {
  readonly personId: string
  /** By the names that they have here. */
  readonly settings?: Readonly<Record<string, unknown>>
  readonly channels?: readonly {
    readonly channelId: string
    readonly property: PersonalChange['property']
    readonly value: boolean | string
  }[]
  readonly topics?: readonly {
    readonly channelId: string
    readonly topic: string
    readonly visibility: 'muted' | 'unmuted' | 'followed'
  }[]
  readonly mutedIds?: readonly string[]
  readonly alertWords?: readonly string[]
  /** What they say in the fields of their profile; of people, their IDs. */
  readonly profile?: readonly { readonly fieldId: string; readonly value: string | readonly string[] }[]
  readonly status?: { readonly text: string; readonly emoji: string }
  readonly snippets?: readonly { readonly title: string; readonly content: string }[]
  readonly drafts?: readonly SourceUnsent[]
  readonly scheduled?: readonly SourceUnsent[]
}

/** What somebody has written and not sent. */
export interface SourceUnsent {
  readonly to: SourceMessage['to']
  content(names: Names): string
  /** UNIX seconds: when it was written last, or is to be sent. */
  readonly time: number
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
  /** What it is to people, if it is anything beside read. */
  readonly flags?: readonly { readonly personId: string; readonly flags: readonly SourceFlag[] }[]
  /** Its text makes a poll or a list of tasks, and this is what people have done to it, as JSON of the protocol's. */
  readonly steps?: readonly { readonly personId: string; content(names: Names): string }[]
  /** Whether everybody in the channel has it before them. */
  readonly isPinned?: boolean
}

export type SourceFlag = Exclude<keyof typeof flagBits, 'historical' | 'has_alert_word'>

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
