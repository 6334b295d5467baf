// All views by address, a line each.
import type { ComponentType, FunctionComponent } from 'preact'
import { EarlierSpelling, Home } from '../finding/home'
import { Inbox } from '../finding/inbox'
import { lazy } from '../parts/lazy'
import { NarrowView } from '../reading/narrow-view'
import { loadAllTexts } from '../texts/text'

/** A view of settings, loaded with its texts when it is first opened. */
function settingsView(load: () => Promise<ComponentType>): FunctionComponent {
  return lazy(async () => {
    const [view] = await Promise.all([load(), loadAllTexts()])
    return view
  })
}

/** @property path as wouter matches it, with `/` for `#` */
export const views: readonly { path: string | RegExp; view: FunctionComponent }[] = [
  { path: '/', view: Home },
  { path: '/inbox', view: Inbox },
  { path: '/recent', view: lazy(async () => (await import('../finding/recent')).Recent) },
  { path: '/drafts', view: lazy(async () => (await import('../finding/drafts')).Drafts) },
  { path: '/scheduled', view: lazy(async () => (await import('../finding/scheduled')).Scheduled) },
  { path: '/reminders', view: lazy(async () => (await import('../finding/reminders')).Reminders) },
  { path: '/topics/*', view: lazy(async () => (await import('../finding/topic-list')).TopicList) },
  { path: '/recent_topics', view: EarlierSpelling },
  { path: '/all_messages', view: EarlierSpelling },
  { path: '/all-messages', view: EarlierSpelling },
  // One for both, so that what they have in common stays where it is.
  { path: /^\/(?:feed|narrow\/.*)$/, view: NarrowView },
  {
    path: '/settings/*?',
    view: settingsView(async () => (await import('../settings/settings-view')).SettingsView),
  },
  {
    path: '/organization/*?',
    view: settingsView(async () => (await import('../organization/organization-view')).OrganizationView),
  },
  {
    path: '/channels/*?',
    view: settingsView(async () => (await import('../organization/channels/channels-view')).ChannelsView),
  },
  {
    path: '/groups/*?',
    view: settingsView(async () => (await import('../organization/groups/groups-view')).GroupsView),
  },
]
