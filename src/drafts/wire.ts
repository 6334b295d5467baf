// Drafts on the wire: the object, its events, and their part of the register state.
import { Type, type Static } from '@sinclair/typebox'
import { Id } from '../http/parameters'
import type { ServerEvent, ViewedEvent } from '../events/event'
import type { StatePart } from '../events/state'
import { shownTopic } from '../channels/topics'
import { userSetting } from '../user-settings/repository'
import { draftsOf, type Draft } from './repository'

/** A draft as clients send it; an `id` is ignored (reference: components/schemas/Draft). */
export const draftParameter = Type.Object({
  type: Type.Union([Type.Literal(''), Type.Literal('stream'), Type.Literal('private')]),
  to: Type.Array(Id(), { maxItems: 1000 }),
  topic: Type.String(),
  content: Type.String(),
  /** To the end of the year 9999. */
  timestamp: Type.Optional(Type.Integer({ minimum: 0, maximum: 253_402_300_799 })),
})
export type DraftParameter = Static<typeof draftParameter>

const wireType = { unaddressed: '', channel: 'stream', direct: 'private' } as const

/** @param emptyTopicName whether the client knows the empty topic. */
export function draftObject(
  { id, kind, recipientIds, topic, content, lastEditedAt }: Draft,
  emptyTopicName: boolean,
) {
  const shown = kind === 'channel' ? shownTopic(topic, emptyTopicName) : ''
  return { id, type: wireType[kind], to: recipientIds, topic: shown, content, timestamp: lastEditedAt }
}

/** `drafts`: none for people who do not share them. */
export const draftsState: StatePart = {
  types: ['drafts'],
  read({ organization, viewer, options: { emptyTopicName } }) {
    const shares = viewer && userSetting(organization, viewer.id, 'enable_drafts_synchronization')
    const drafts = shares ? draftsOf(organization.db, viewer.id) : []
    return { drafts: drafts.map((draft) => draftObject(draft, emptyTopicName)) }
  },
}

/** `drafts` `add`. */
export function draftsAddedEvent(userId: number, drafts: readonly Draft[]): ServerEvent {
  return draftsEvent(userId, (emptyTopicName) => ({
    op: 'add',
    drafts: drafts.map((draft) => draftObject(draft, emptyTopicName)),
  }))
}

/** `drafts` `update`. */
export function draftChangedEvent(draft: Draft): ServerEvent {
  return draftsEvent(draft.userId, (emptyTopicName) => ({
    op: 'update',
    draft: draftObject(draft, emptyTopicName),
  }))
}

/** `drafts` `remove` (contract 4.16). */
export function draftRemovedEvent(userId: number, draftId: number): ServerEvent {
  return draftsEvent(userId, () => ({ op: 'remove', draft_id: draftId }))
}

function draftsEvent(userId: number, fields: (emptyTopicName: boolean) => object): ViewedEvent<boolean> {
  return {
    type: 'drafts',
    audience: [userId],
    view: ({ options }) => options.emptyTopicName,
    payload: fields,
  }
}
