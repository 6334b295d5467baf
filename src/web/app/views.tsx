// All views by address, a line each.
import type { ComponentType, FunctionComponent } from 'preact'
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
export const views: readonly { path: string; view: FunctionComponent }[] = [
  { path: '/', view: Inbox },
  { path: '/inbox', view: Inbox },
  { path: '/feed', view: NarrowView },
  { path: '/narrow/*', view: NarrowView },
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
