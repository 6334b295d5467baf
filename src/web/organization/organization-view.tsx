// The organization's settings: `#organization/profile` and so on, a page each; who may not change something sees it, and why.
import {
  Bot,
  Braces,
  Building2,
  DatabaseBackup,
  Flag,
  Folder,
  Hash,
  IdCard,
  KeyRound,
  Link,
  MailPlus,
  ScrollText,
  Settings,
  Smile,
  UserPlus,
  Users,
  UserCog,
  UsersRound,
} from 'lucide-preact'
import { PagesView, type PageGroup } from '../settings/controls/pages-view'
import { AuditLogPage } from './audit-log-page'
import { BotsPage } from './bots-page'
import { DefaultChannelsPage } from './default-channels-page'
import { DefaultsPage } from './defaults-page'
import { EmojiPage } from './emoji-page'
import { ExportsPage } from './exports-page'
import { FoldersPage } from './folders-page'
import { GeneralPage, JoiningPage, ModerationPage } from './general-pages'
import { InvitationsPage } from './invitations-page'
import { PeoplePage } from './people-page'
import { PermissionsPage } from './permissions-page'
import { ProfileFieldsPage } from './profile-fields-page'
import { ProfilePage } from './profile-page'
import { LinkifiersPage, PlaygroundsPage } from './text-pages'

/** Named as the protocol's clients name them, where they do, so that links to them open. */
const groups: readonly PageGroup[] = [
  {
    title: 'organization.theOrganization',
    pages: [
      {
        name: 'organization-profile',
        label: 'organization.profile',
        icon: Building2,
        content: ProfilePage,
      },
      {
        name: 'organization-settings',
        label: 'organization.general',
        icon: Settings,
        content: GeneralPage,
      },
      {
        name: 'organization-permissions',
        label: 'organization.permissions',
        icon: KeyRound,
        content: PermissionsPage,
      },
      { name: 'moderation', label: 'organization.moderation', icon: Flag, content: ModerationPage },
      {
        name: 'data-exports-admin',
        label: 'organization.exports',
        icon: DatabaseBackup,
        content: ExportsPage,
      },
      { name: 'audit-log', label: 'organization.auditLog', icon: ScrollText, content: AuditLogPage },
    ],
  },
  {
    title: 'organization.people',
    pages: [
      { name: 'users', label: 'organization.people', icon: Users, content: PeoplePage },
      { name: 'invitations', label: 'organization.invitations', icon: MailPlus, content: InvitationsPage },
      { name: 'auth-methods', label: 'organization.joining', icon: UserPlus, content: JoiningPage },
      {
        name: 'organization-level-user-defaults',
        label: 'organization.defaults',
        icon: UserCog,
        content: DefaultsPage,
      },
      {
        name: 'default-channels-list',
        label: 'organization.defaultChannels',
        icon: Hash,
        content: DefaultChannelsPage,
      },
      {
        name: 'profile-field-settings',
        label: 'organization.profileFields',
        icon: IdCard,
        content: ProfileFieldsPage,
      },
    ],
    links: [{ href: '#groups/all', label: 'groups.title', icon: UsersRound }],
  },
  {
    title: 'organization.content',
    pages: [
      { name: 'bots', label: 'organization.bots', icon: Bot, content: BotsPage },
      { name: 'channel-folders', label: 'organization.folders', icon: Folder, content: FoldersPage },
      { name: 'emoji-settings', label: 'organization.emoji', icon: Smile, content: EmojiPage },
      { name: 'linkifier-settings', label: 'organization.linkifiers', icon: Link, content: LinkifiersPage },
      {
        name: 'playground-settings',
        label: 'organization.playgrounds',
        icon: Braces,
        content: PlaygroundsPage,
      },
    ],
    links: [{ href: '#channels/subscribed', label: 'channels.title', icon: Hash }],
  },
]

export function OrganizationView() {
  return <PagesView base="organization" groups={groups} />
}
