// The state of a client: what a register answers (contract 4.17), kept in step by events, with the messages that are known.
import { alertWordsAfter, alertWordsFrom, type AlertWords } from './alert-words'
import { attachmentsAfter, attachmentsFrom, attachmentsWith, type Attachments } from './attachments'
import { botsAfter, botsFrom, type Bots } from './bots'
import { channelFoldersAfter, channelFoldersFrom, type ChannelFolders } from './channel-folders'
import { channelsAfter, channelsFrom, type Channels } from './channels'
import { defaultChannelsAfter, defaultChannelsFrom, type DefaultChannels } from './default-channels'
import { devicesAfter, devicesFrom, type Devices } from './devices'
import {
  directConversationsAfter,
  directConversationsFrom,
  type DirectConversations,
} from './direct-conversations'
import { draftsAfter, draftsFrom, type Drafts } from './drafts'
import { emailDomainsAfter, emailDomainsFrom, type EmailDomains } from './email-domains'
import { emojiAfter, emojiFrom, type Emoji } from './emoji'
import { isServerEvent, type ServerEvent } from './events'
import { groupsAfter, groupsFrom, type Groups } from './groups'
import { IdMap } from './id-map'
import { invitationChangesAfter, type InvitationChanges } from './invitations'
import { linkifiersAfter, linkifiersFrom, type Linkifiers } from './linkifiers'
import { messagesAfter } from './message-changes'
import { isMessage, messagesWith, messagesWithin, type Message, type Messages } from './messages'
import { mutedUsersAfter, mutedUsersFrom, type MutedUsers } from './muted-users'
import { navigationViewsAfter, navigationViewsFrom, type NavigationViews } from './navigation-views'
import { onboardingStepsAfter, onboardingStepsFrom, type OnboardingSteps } from './onboarding-steps'
import { organizationAfter, organizationFrom, type Organization } from './organization'
import { ownUserAfter, ownUserFrom, type OwnUser } from './own-user'
import { playgroundsAfter, playgroundsFrom, type Playgrounds } from './playgrounds'
import { presencesAfter, presencesFrom, presencesWith, type Presences } from './presence'
import { profileFieldsAfter, profileFieldsFrom, type ProfileFields } from './profile-fields'
import { remindersAfter, remindersFrom, type Reminders } from './reminders'
import { savedSnippetsAfter, savedSnippetsFrom, type SavedSnippets } from './saved-snippets'
import { scheduledMessagesAfter, scheduledMessagesFrom, type ScheduledMessages } from './scheduled-messages'
import { serverAfter, serverFrom, type Server } from './server'
import { isFields, listOf, type Fields } from './shapes'
import { starredAfter, starredFrom, type Starred } from './starred'
import { subscribersAfter, subscribersFrom, type Subscribers } from './subscribers'
import { subscriptionsAfter, subscriptionsFrom, type Subscriptions } from './subscriptions'
import { topicsAfter, topicsWith, topicsWithMessages, type Topics } from './topics'
import { nobodyTypes, typingAfter, type Typing } from './typing'
import { unreadAfter, unreadFrom, type Unread } from './unread'
import {
  userSettingsAfter,
  userSettingsDefaultsAfter,
  userSettingsDefaultsFrom,
  userSettingsFrom,
  type UserSettings,
  type UserSettingsDefaults,
} from './user-settings'
import { userStatusesAfter, userStatusesFrom, type UserStatuses } from './user-status'
import { userTopicsAfter, userTopicsFrom, type UserTopics } from './user-topics'
import { usersAfter, usersFrom, type Users } from './users'
import { wildcardsAfter } from './wildcard-mentions'

/** All slices, in our words; the records within have the wire's names, so that reference/ explains them. Nothing in it is ever changed. */
export interface State {
  readonly alertWords: AlertWords
  readonly attachments: Attachments
  readonly bots: Bots
  readonly channelFolders: ChannelFolders
  readonly channels: Channels
  readonly defaultChannels: DefaultChannels
  readonly devices: Devices
  readonly directConversations: DirectConversations
  readonly drafts: Drafts
  readonly emailDomains: EmailDomains
  readonly emoji: Emoji
  readonly groups: Groups
  readonly invitationChanges: InvitationChanges
  readonly linkifiers: Linkifiers
  readonly messages: Messages
  readonly mutedUsers: MutedUsers
  readonly navigationViews: NavigationViews
  readonly onboardingSteps: OnboardingSteps
  readonly organization: Organization
  readonly ownUser: OwnUser
  readonly playgrounds: Playgrounds
  readonly presences: Presences
  readonly profileFields: ProfileFields
  readonly reminders: Reminders
  readonly savedSnippets: SavedSnippets
  readonly scheduledMessages: ScheduledMessages
  readonly server: Server
  readonly starred: Starred
  readonly subscribers: Subscribers
  readonly subscriptions: Subscriptions
  readonly topics: Topics
  readonly typing: Typing
  readonly unread: Unread
  readonly userSettings: UserSettings
  readonly userSettingsDefaults: UserSettingsDefaults
  readonly userStatuses: UserStatuses
  readonly userTopics: UserTopics
  readonly users: Users
}

/**
 * The state that a client starts with. @param answer of `POST /register` with the parameters of registration.ts. Fields that
 * are not known mean nothing; records that lack something are left out; settings that are missing have usual values.
 */
export function stateFrom(answer: unknown): State {
  const register: Fields = isFields(answer) ? answer : {}
  const ownUser = ownUserFrom(register)
  const { user_id: me } = ownUser
  return {
    alertWords: alertWordsFrom(register),
    attachments: attachmentsFrom(register),
    bots: botsFrom(register),
    channelFolders: channelFoldersFrom(register),
    channels: channelsFrom(register),
    defaultChannels: defaultChannelsFrom(register),
    devices: devicesFrom(register),
    directConversations: directConversationsFrom(register, me),
    drafts: draftsFrom(register),
    emailDomains: emailDomainsFrom(register),
    emoji: emojiFrom(register),
    groups: groupsFrom(register),
    invitationChanges: 0,
    linkifiers: linkifiersFrom(register),
    messages: IdMap.none,
    mutedUsers: mutedUsersFrom(register),
    navigationViews: navigationViewsFrom(register),
    onboardingSteps: onboardingStepsFrom(register),
    organization: organizationFrom(register),
    ownUser,
    playgrounds: playgroundsFrom(register),
    presences: presencesFrom(register),
    profileFields: profileFieldsFrom(register),
    reminders: remindersFrom(register),
    savedSnippets: savedSnippetsFrom(register),
    scheduledMessages: scheduledMessagesFrom(register),
    server: serverFrom(register),
    starred: starredFrom(register),
    subscribers: subscribersFrom(register),
    subscriptions: subscriptionsFrom(register),
    topics: IdMap.none,
    typing: nobodyTypes,
    unread: unreadFrom(register, me),
    userSettings: userSettingsFrom(register),
    userSettingsDefaults: userSettingsDefaultsFrom(register),
    userStatuses: userStatusesFrom(register),
    userTopics: userTopicsFrom(register),
    users: usersFrom(register),
  }
}

/**
 * The state after an event: the same object, with the same slices, where the event says nothing new. Events of a kind that
 * is not known change nothing. (`heartbeat`, `web_reload_client` and `realm` `deactivated` are for whoever polls.)
 * @param now milliseconds, by which typing is over after a while
 */
export function apply(state: State, event: unknown, now: number): State {
  return isServerEvent(event) ? settled(state, after(state, event, now)) : state
}

function after(state: State, event: ServerEvent, now: number): State {
  const { user_id: me } = state.ownUser
  const messages = messagesAfter(state.messages, event, state.channels)
  const subscriptions = subscriptionsAfter(state.subscriptions, event)
  const userTopics = userTopicsAfter(state.userTopics, event)
  const unread = unreadAfter(state.unread, event, me, state)
  return {
    alertWords: alertWordsAfter(state.alertWords, event),
    attachments: attachmentsAfter(state.attachments, event),
    bots: botsAfter(state.bots, event),
    channelFolders: channelFoldersAfter(state.channelFolders, event),
    channels: channelsAfter(state.channels, event),
    defaultChannels: defaultChannelsAfter(state.defaultChannels, event),
    devices: devicesAfter(state.devices, event),
    directConversations: directConversationsAfter(state.directConversations, event, me),
    drafts: draftsAfter(state.drafts, event),
    emailDomains: emailDomainsAfter(state.emailDomains, event),
    emoji: emojiAfter(state.emoji, event),
    groups: groupsAfter(state.groups, event),
    invitationChanges: invitationChangesAfter(state.invitationChanges, event),
    linkifiers: linkifiersAfter(state.linkifiers, event),
    messages,
    mutedUsers: mutedUsersAfter(state.mutedUsers, event),
    navigationViews: navigationViewsAfter(state.navigationViews, event),
    onboardingSteps: onboardingStepsAfter(state.onboardingSteps, event),
    organization: organizationAfter(state.organization, event),
    ownUser: ownUserAfter(state.ownUser, event),
    playgrounds: playgroundsAfter(state.playgrounds, event),
    presences: presencesAfter(state.presences, event),
    profileFields: profileFieldsAfter(state.profileFields, event),
    reminders: remindersAfter(state.reminders, event),
    savedSnippets: savedSnippetsAfter(state.savedSnippets, event),
    scheduledMessages: scheduledMessagesAfter(state.scheduledMessages, event),
    server: serverAfter(state.server, event),
    starred: starredAfter(state.starred, event),
    subscribers: subscribersAfter(state.subscribers, event, me),
    subscriptions,
    topics: topicsAfter(state.topics, event, state.messages),
    typing: typingAfter(state.typing, event, me, now),
    unread: wildcardsAfter(unread, event, { subscriptions, userTopics }, messages),
    userSettings: userSettingsAfter(state.userSettings, event),
    userSettingsDefaults: userSettingsDefaultsAfter(state.userSettingsDefaults, event),
    userStatuses: userStatusesAfter(state.userStatuses, event),
    userTopics,
    users: usersAfter(state.users, event),
  }
}

/** The state before, if all slices are the same objects. */
function settled(before: State, now: State): State {
  const isSame = Object.entries(now).every(([name, slice]) => Reflect.get(before, name) === slice)
  return isSame ? before : now
}

/** With messages of an answer of `GET /messages`, or of one message; what is no message is left out. */
export function addMessages(state: State, fetched: unknown): State {
  return withMessages(state, listOf(isMessage, fetched))
}

/** With messages that were looked at already. */
export function withMessages(state: State, messages: readonly Message[]): State {
  return settled(state, {
    ...state,
    messages: messagesWith(state.messages, messages),
    topics: topicsWithMessages(state.topics, messages),
  })
}

/**
 * Without the oldest known messages where there are more than so many.
 * @param needed those that stay in any case, such as what is on the screen
 */
export function forgetMessages(state: State, atMost: number, needed: ReadonlySet<number> = new Set()): State {
  return settled(state, { ...state, messages: messagesWithin(state.messages, atMost, needed) })
}

/** The message, if it is known. */
export function messageOf(state: State, id: number): Message | undefined {
  return state.messages.get(id)
}

/** With what `GET /users/me/{stream_id}/topics` answered. */
export function addTopics(state: State, channelId: number, answer: Fields): State {
  return { ...state, topics: topicsWith(state.topics, channelId, answer) }
}

/** With what `POST /users/me/presence` answered. */
export function addPresences(state: State, answer: Fields): State {
  return { ...state, presences: presencesWith(state.presences, answer) }
}

/** With what `GET /attachments` answered. */
export function addAttachments(state: State, answer: Fields): State {
  return { ...state, attachments: attachmentsWith(state.attachments, answer) }
}
