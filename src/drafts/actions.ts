// What a person can do with their drafts (contract 4.16).
import { claimForDraft, releaseDrafts } from '../attachments/claiming'
import { checkedContent } from '../messages/content'
import { visibleChannel } from '../channels/access'
import { emit } from '../events/event'
import { badRequest, noneOfOwn } from '../http/errors'
import { checkedTopic } from '../channels/topics'
import { seconds } from '../organization/clock'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import { userSetting } from '../user-settings/repository'
import { directory, type User } from '../users/repository'
import { sightOf } from '../permissions/visibility'
import {
  countDrafts,
  deleteDraft,
  deleteDraftsOf,
  draftsOf,
  insertDraft,
  updateDraft,
  type Draft,
  type DraftFields,
} from './repository'
import { draftChangedEvent, draftRemovedEvent, draftsAddedEvent, type DraftParameter } from './wire'

const maxDraftsPerPerson = 1000

/** The caller's drafts, the last edited first. @throws ApiError BAD_REQUEST if they do not share drafts. */
export function listDrafts(organization: Organization, caller: User): Draft[] {
  assertShares(organization, caller)
  return draftsOf(organization.db, caller.id)
}

/**
 * Makes drafts, all or none.
 * @returns their IDs in the same order.
 * @throws ApiError BAD_REQUEST for one that can't be, or too many; STREAM_DOES_NOT_EXIST.
 */
export function createDrafts(
  organization: Organization,
  caller: User,
  drafts: readonly DraftParameter[],
): Promise<number[]> {
  return organization.write((tx) => {
    assertShares(organization, caller)
    const fields = drafts.map((draft) => checked(organization, caller, draft))
    if (countDrafts(tx, caller.id) + drafts.length > maxDraftsPerPerson) {
      throw badRequest(`drafts: you can have at most ${maxDraftsPerPerson} drafts`)
    }
    const made = fields.map((each) => insertDraft(tx, caller.id, each))
    for (const draft of made) claimForDraft(tx, { ...draft, kind: 'draft' }, draft.content)
    if (made.length > 0) emit(tx, draftsAddedEvent(caller.id, made))
    return made.map(({ id }) => id)
  })
}

/**
 * Puts another draft in the place of one.
 * @throws ApiError as `createDrafts`; BAD_REQUEST when the caller has no draft with that ID.
 */
export function editDraft(
  organization: Organization,
  caller: User,
  id: number,
  draft: DraftParameter,
): Promise<void> {
  return organization.write((tx) => {
    assertShares(organization, caller)
    const changed = updateDraft(tx, caller.id, id, checked(organization, caller, draft))
    if (!changed) throw noSuchDraft()
    claimForDraft(tx, { ...changed, kind: 'draft' }, changed.content)
    emit(tx, draftChangedEvent(changed))
  })
}

/** @throws ApiError BAD_REQUEST when the caller has no draft with that ID. */
export function removeDraft(organization: Organization, caller: User, id: number): Promise<void> {
  return organization.write((tx) => {
    assertShares(organization, caller)
    if (!deleteDraft(tx, caller.id, id)) throw noSuchDraft()
    releaseDrafts(tx, 'draft', [id])
    emit(tx, draftRemovedEvent(caller.id, id))
  })
}

/** What becomes of a person's drafts when they turn sharing off: nothing is told, as their clients keep their own. */
export function forgetDrafts(tx: Transaction, userId: number): void {
  releaseDrafts(tx, 'draft', deleteDraftsOf(tx, userId))
}

function noSuchDraft() {
  return noneOfOwn('Draft does not exist')
}

/** With sharing turned off the server keeps no drafts. */
function assertShares(organization: Organization, caller: User): void {
  if (!userSetting(organization, caller.id, 'enable_drafts_synchronization')) {
    throw badRequest('You have turned off the synchronization of drafts (enable_drafts_synchronization)')
  }
}

function checked(organization: Organization, caller: User, draft: DraftParameter): DraftFields {
  const lastEditedAt = draft.timestamp ?? seconds(organization.clock)
  const content = checkedContent(draft.content)
  if (draft.type === 'stream') {
    const [channelId] = draft.to
    if (channelId === undefined || draft.to.length > 1) {
      throw badRequest('Must specify exactly 1 channel ID for channel messages')
    }
    visibleChannel(organization, caller, channelId)
    const topic = checkedTopic(draft.topic)
    return { kind: 'channel', recipientIds: [channelId], topic, content, lastEditedAt }
  }
  if (draft.type === '') return { kind: 'unaddressed', recipientIds: [], topic: '', content, lastEditedAt }
  const { byId } = directory(organization)
  const sees = sightOf(organization, caller)
  const stranger = draft.to.find((userId) => {
    const user = byId.get(userId)
    return !user || !sees(user)
  })
  if (stranger !== undefined) throw badRequest(`Invalid user ID ${stranger}`)
  return { kind: 'direct', recipientIds: [...new Set(draft.to)], topic: '', content, lastEditedAt }
}
