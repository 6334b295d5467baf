// All views by address, a line each.
import type { FunctionComponent } from 'preact'
import { Inbox } from '../finding/inbox'
import { lazy } from '../parts/lazy'
import { NarrowView } from '../reading/narrow-view'

/** @property path as wouter matches it, with `/` for `#` */
export const views: readonly { path: string; view: FunctionComponent }[] = [
  { path: '/', view: Inbox },
  { path: '/inbox', view: Inbox },
  { path: '/feed', view: NarrowView },
  { path: '/narrow/*', view: NarrowView },
  { path: '/settings/*?', view: lazy(async () => (await import('../settings/settings-view')).SettingsView) },
  {
    path: '/organization/*?',
    view: lazy(async () => (await import('../organization/organization-view')).OrganizationView),
  },
  {
    path: '/channels/*?',
    view: lazy(async () => (await import('../organization/channels/channels-view')).ChannelsView),
  },
  {
    path: '/groups/*?',
    view: lazy(async () => (await import('../organization/groups/groups-view')).GroupsView),
  },
]
