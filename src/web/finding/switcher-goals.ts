// Everything that the switcher leads to, and which of it fits what was typed.
import { prepare, single } from 'fuzzysort'
import { directLink, topicLink } from '../live/links'
import { state } from '../live/state'
import { shownNames } from '../people/names'
import { topicsOf } from '../store/listings'
import { isAdministrator } from '../store/permissions'
import { unreadInDirect, unreadInTopic } from '../store/unread-counts'
import { isMuted } from '../store/visibility'
import { language, text, type TextKey } from '../texts/text'
import { channelStart } from './channel-start'
import { directName } from './direct-list'
import { standardViews } from './standard-views'
import { visited } from './visited'

export interface Goal {
  kind: 'view' | 'channel' | 'topic' | 'person' | 'group' | 'page'
  /** What it is found by. */
  name: string
  /** Of a channel, its description as rendered. */
  detail: string
  href: string
  /** Of the channel or the person. */
  id: number
  unread: number
  /** Added to how well the name fits, from -1 to 1. */
  boost: number
}

/** A goal with its name made ready for fuzzysort. */
export interface Candidate extends Goal {
  prepared: ReturnType<typeof prepare>
}

const most = 12
/** Below this, letters only happen to stand in that order. */
const threshold = 0.3

/** All there is. Made once for each time the switcher opens. */
export function candidates(): Candidate[] {
  const order = new Map(visited().map((href, index) => [href, index]))
  return [...views(), ...pages(), ...channels(), ...topics(), ...people(), ...groups()].map((goal) => {
    const index = order.get(goal.href)
    const recency = index === undefined ? 0 : 0.4 / (1 + index)
    return { ...goal, boost: goal.boost + recency, prepared: prepare(goal.name) }
  })
}

/** Those that fit, the best first; with nothing typed, what was open last, then what is unread. */
export function fittingGoals(all: readonly Candidate[], typed: string): Goal[] {
  const query = typed.trim()
  if (query === '') return [...lately(all), ...unread(all)].slice(0, most)
  const hits = all.flatMap((goal) => {
    const score = single(query, goal.prepared)?.score ?? 0
    return score < threshold ? [] : [{ goal, score: score + goal.boost }]
  })
  return hits
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ goal }) => goal)
}

/** Without what is open now. */
function lately(all: readonly Candidate[]): Candidate[] {
  const byAddress = new Map(all.map((goal) => [goal.href, goal]))
  return visited()
    .slice(1, 8)
    .flatMap((href) => byAddress.get(href) ?? [])
}

function unread(all: readonly Candidate[]): Candidate[] {
  const shown = new Set(lately(all))
  const open = visited()[0]
  return all.filter((goal) => goal.unread > 0 && !shown.has(goal) && goal.href !== open)
}

function views(): Goal[] {
  return standardViews.map(({ fragment, label }) => {
    const detail = text('search.view')
    return { kind: 'view', name: text(label), detail, href: `#${fragment}`, id: 0, unread: 0, boost: 0.1 }
  })
}

const personal: Readonly<Record<string, TextKey>> = {
  profile: 'settings.profile',
  'account-and-privacy': 'settings.account',
  sessions: 'settings.sessions',
  privacy: 'settings.privacy',
  preferences: 'settings.preferences',
  notifications: 'settings.notifications',
  'alert-words': 'settings.alertWords',
  topics: 'settings.topics',
  'muted-users': 'settings.mutedPeople',
  snippets: 'settings.snippets',
  'uploaded-files': 'settings.uploads',
}
const administrators: Readonly<Record<string, TextKey>> = {
  'audit-log': 'organization.auditLog',
  moderation: 'organization.moderation',
}
const ofOrganization: Readonly<Record<string, TextKey>> = {
  users: 'organization.people',
  invitations: 'organization.invitations',
  'emoji-settings': 'organization.emoji',
  'linkifier-settings': 'organization.linkifiers',
}

function pages(): Goal[] {
  const shown = isAdministrator(state()) ? { ...ofOrganization, ...administrators } : ofOrganization
  const page = (area: string, detail: string, [name, label]: [string, TextKey]): Goal => {
    return {
      kind: 'page',
      name: text(label),
      detail,
      href: `#${area}/${name}`,
      id: 0,
      unread: 0,
      boost: -0.1,
    }
  }
  return [
    ...Object.entries(personal).map((each) => page('settings', text('finding.settings'), each)),
    ...Object.entries(shown).map((each) => page('organization', text('finding.organizationSettings'), each)),
  ]
}

function channels(): Goal[] {
  const { channels: known, subscriptions } = state()
  return [...known.values()].map(
    ({ stream_id: id, name, is_archived: isArchived, rendered_description: detail }) => {
      const own = subscriptions.get(id)
      const boost = (own ? 0.2 : 0) - (own?.is_muted ? 0.1 : 0) - (isArchived ? 0.3 : 0)
      return { kind: 'channel', name, detail, href: channelStart(id), id, unread: 0, boost }
    },
  )
}

/** Of the reader's channels, as far as they are known. */
function topics(): Goal[] {
  const known = state()
  return [...known.subscriptions.keys()].flatMap((id) => {
    const channel = known.channels.get(id)?.name ?? ''
    return topicsOf(known, id).map(({ name }): Goal => {
      const isHidden = isMuted(known, id, name)
      const unread = isHidden ? 0 : unreadInTopic(known, id, name).length
      return {
        kind: 'topic',
        name: name === '' ? known.organization.empty_topic_display_name : name,
        detail: `#${channel}`,
        href: topicLink(id, name),
        id,
        unread,
        boost: (unread > 0 ? 0.1 : 0) - (isHidden ? 0.2 : 0),
      }
    })
  })
}

function people(): Goal[] {
  const known = state()
  return [...known.users.values()].flatMap(({ user_id: id, is_active, is_bot }): Goal[] => {
    if (!is_active) return []
    const unread = unreadInDirect(known, String(id)).length
    const isKnown = known.directConversations.has(String(id))
    const boost = (isKnown ? 0.15 : 0) - (is_bot ? 0.15 : 0)
    const name = directName([id])
    return [
      { kind: 'person', name, detail: text('search.person'), href: directLink([id]), id, unread, boost },
    ]
  })
}

function groups(): Goal[] {
  const known = state()
  return [...known.directConversations].flatMap(([key, { user_ids: ids }]): Goal[] => {
    if (ids.length < 2) return []
    const name = shownNames(ids, language.value)
    const unread = unreadInDirect(known, key).length
    return [
      { kind: 'group', name, detail: text('search.group'), href: directLink(ids), id: 0, unread, boost: 0 },
    ]
  })
}
