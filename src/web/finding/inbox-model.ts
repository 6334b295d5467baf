// What is unread, as the inbox lists it: direct conversations, then channels by section with their topics. Without DOM.
import { idsOfKey } from '../store/direct-keys'
import type { State } from '../store/state'
import { unreadTopicsIn } from '../store/unread-counts'
import { channelSections } from './sections'

export type InboxFilter = 'all' | 'followed' | 'mentioned'

export interface InboxRow {
  /** Different for each: `directKey`, or channel and topic. */
  key: string
  /** Unread messages, ascending. */
  ids: readonly number[]
  mentions: number
}
export interface InboxTopic extends InboxRow {
  channelId: number
  topic: string
}
export interface InboxDirect extends InboxRow {
  /** Everybody else; only oneself for notes to oneself. */
  userIds: readonly number[]
}
export interface InboxChannel {
  id: number
  topics: readonly InboxTopic[]
}
export interface InboxSection {
  key: string
  kind: 'pinned' | 'folder' | 'rest'
  name: string | undefined
  channels: readonly InboxChannel[]
}
export interface InboxContent {
  direct: readonly InboxDirect[]
  sections: readonly InboxSection[]
}

/** What counts as unread; what is muted only where it mentions the reader. Newest first; channels as at the left side. */
export function inboxContent(state: State, filter: InboxFilter): InboxContent {
  const sections = channelSections(state).map(({ key, kind, name, active, inactive }) => {
    const channels = [...active, ...inactive].map((id) => ({ id, topics: topicsIn(state, id, filter) }))
    return { key, kind, name, channels: channels.filter(({ topics }) => topics.length > 0) }
  })
  return {
    direct: filter === 'followed' ? [] : direct(state),
    sections: sections.filter(({ channels }) => channels.length > 0),
  }
}

function topicsIn(state: State, channelId: number, filter: InboxFilter): InboxTopic[] {
  const rows: InboxTopic[] = []
  for (const [key, each] of unreadTopicsIn(state, channelId)) {
    const { topic, ids, unmuted, followed, mentions } = each
    const isWanted =
      filter === 'followed' ? followed > 0 : filter === 'mentioned' ? mentions > 0 : unmuted + mentions > 0
    if (isWanted) rows.push({ key: `${channelId}:${key}`, channelId, topic, ids, mentions })
  }
  return rows.sort(byNewest)
}

function direct(state: State): InboxDirect[] {
  const rows: InboxDirect[] = []
  for (const [key, ids] of state.unread.direct) {
    const userIds = idsOfKey(key)
    const isMuted = userIds.every((id) => state.mutedUsers.has(id))
    if (ids.length > 0 && !isMuted) rows.push({ key, userIds, ids, mentions: 0 })
  }
  return rows.sort(byNewest)
}

function byNewest(a: InboxRow, b: InboxRow): number {
  return (b.ids.at(-1) ?? 0) - (a.ids.at(-1) ?? 0)
}
