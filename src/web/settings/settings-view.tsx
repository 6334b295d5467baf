// The personal settings: `#settings/profile` and so on, a page each.
import {
  AtSign,
  Bell,
  FileText,
  Hash,
  KeyRound,
  MonitorSmartphone,
  ScrollText,
  ShieldCheck,
  SlidersHorizontal,
  User,
  VolumeX,
} from 'lucide-preact'
import { AccountPage } from './account-page'
import { AlertWordsPage } from './alert-words-page'
import { PagesView, type PageGroup } from './controls/pages-view'
import { MutedPeoplePage } from './muted-people-page'
import { NotificationsPage } from './notifications-page'
import { PreferencesPage, PrivacyPage } from './preferences-page'
import { ProfilePage } from './profile-page'
import { SessionsPage } from './sessions-page'
import { SnippetsPage } from './snippets-page'
import { TopicsPage } from './topics-page'
import { UploadsPage } from './uploads-page'

/** Named as the protocol's clients name them, where they do, so that links to them open. */
const groups: readonly PageGroup[] = [
  {
    title: 'settings.you',
    pages: [
      { name: 'profile', label: 'settings.profile', icon: User, content: ProfilePage },
      { name: 'account-and-privacy', label: 'settings.account', icon: KeyRound, content: AccountPage },
      { name: 'sessions', label: 'settings.sessions', icon: MonitorSmartphone, content: SessionsPage },
      { name: 'privacy', label: 'settings.privacy', icon: ShieldCheck, content: PrivacyPage },
    ],
  },
  {
    title: 'settings.howItWorks',
    pages: [
      {
        name: 'preferences',
        label: 'settings.preferences',
        icon: SlidersHorizontal,
        content: PreferencesPage,
      },
      { name: 'notifications', label: 'settings.notifications', icon: Bell, content: NotificationsPage },
      { name: 'alert-words', label: 'settings.alertWords', icon: AtSign, content: AlertWordsPage },
      { name: 'topics', label: 'settings.topics', icon: Hash, content: TopicsPage },
      { name: 'muted-users', label: 'settings.mutedPeople', icon: VolumeX, content: MutedPeoplePage },
    ],
  },
  {
    title: 'settings.yourThings',
    pages: [
      { name: 'snippets', label: 'settings.snippets', icon: ScrollText, content: SnippetsPage },
      { name: 'uploaded-files', label: 'settings.uploads', icon: FileText, content: UploadsPage },
    ],
  },
]

export function SettingsView() {
  return <PagesView base="settings" groups={groups} />
}
