// The views over everything: where they are, what they are called, how many wait there.
import {
  AlarmClock,
  AtSign,
  CalendarClock,
  Clock,
  Inbox,
  Pencil,
  Rows3,
  SmilePlus,
  Star,
  type LucideIcon,
} from 'lucide-preact'
import type { State } from '../store/state'
import { unreadCounts } from '../store/unread-counts'
import type { TextKey } from '../texts/text'

export interface StandardView {
  /** Its address without `#`, by which navigation views name it. */
  fragment: string
  icon: LucideIcon
  label: TextKey
  /** How many things are there; whether they want to be looked at. */
  count?(state: State): number
  isUnread?: boolean
}

export const standardViews: readonly StandardView[] = [
  {
    fragment: 'inbox',
    icon: Inbox,
    label: 'finding.inbox',
    count: (state) => unreadCounts(state).total,
    isUnread: true,
  },
  { fragment: 'recent', icon: Clock, label: 'finding.recent' },
  { fragment: 'feed', icon: Rows3, label: 'finding.feed' },
  {
    fragment: 'narrow/is/mentioned',
    icon: AtSign,
    label: 'finding.mentions',
    count: (state) => unreadCounts(state).mentions,
    isUnread: true,
  },
  {
    fragment: 'narrow/is/starred',
    icon: Star,
    label: 'finding.starred',
    count: ({ userSettings, starred }) => (userSettings.starred_message_counts ? starred.length : 0),
  },
  { fragment: 'narrow/has/reaction/sender/me', icon: SmilePlus, label: 'finding.reactions' },
  { fragment: 'drafts', icon: Pencil, label: 'finding.drafts', count: ({ drafts }) => drafts.size },
  {
    fragment: 'scheduled',
    icon: CalendarClock,
    label: 'finding.scheduled',
    count: ({ scheduledMessages }) => scheduledMessages.size,
  },
  {
    fragment: 'reminders',
    icon: AlarmClock,
    label: 'finding.reminders',
    count: ({ reminders }) => reminders.size,
  },
]

/** Other spellings of the same places. */
const spellings: Readonly<Record<string, string>> = {
  '': 'home',
  all_messages: 'feed',
  'all-messages': 'feed',
  recent_topics: 'recent',
  'narrow/is/alerted-and-mentioned': 'narrow/is/mentioned',
}

/** @param hash with its `#` */
export function fragmentOf(hash: string): string {
  const fragment = hash.replace(/^#\/?/, '').replace(/\/$/, '')
  return spellings[fragment] ?? fragment
}

/** The address of the view that `web_home_view` names. */
export function homeAddress({ userSettings }: State): string {
  const home = fragmentOf(userSettings.web_home_view)
  return `#${home === 'home' ? 'inbox' : home}`
}
