// The state that a register answers with: every feature's part, one line each (contract 4.17).
import { attachmentsState } from '../attachments/wire'
import { alertWordsState } from '../alert-words/wire'
import { embeddedBotsState } from '../bots/embedded'
import { botsState } from '../bots/wire'
import { channelsState } from '../channels/state'
import { mutedUsersState } from '../muted-users/wire'
import { emailDomainsState } from '../email-domains/wire'
import { draftsState } from '../drafts/wire'
import { defaultChannelGroupsState } from '../default-channel-groups/wire'
import { messagesState, starredState } from '../messages/reading/state'
import { integrationsState } from '../incoming-webhooks/receiving/wire'
import { presenceState } from '../presence/wire'
import { userStatusState } from '../user-status/wire'
import { navigationViewsState } from '../navigation-views/wire'
import { onboardingStepsState } from '../onboarding-steps/wire'
import { scheduledMessagesState } from '../scheduled-messages/wire'
import { remindersState } from '../reminders/wire'
import { featuresToCome } from '../server-info/features-to-come'
import { serverState } from '../server-info/state'
import { organizationState } from '../organization-settings/wire'
import { customEmojiState } from '../custom-emoji/wire'
import { linkifiersState } from '../linkifiers/wire'
import { playgroundsState } from '../playgrounds/wire'
import { channelFoldersState } from '../channel-folders/wire'
import { profileFieldsState } from '../profile-fields/wire'
import { savedSnippetsState } from '../saved-snippets/wire'
import { userSettingsState } from '../user-settings/wire'
import { userGroupsState } from '../user-groups/wire'
import { usersState } from '../accounts/state'
import { userTopicStates } from '../user-topics/wire'
import { pushDevicesState } from '../push/encrypted/wire'
import { webPushState } from '../web-push/wire'
import type { StateContext, StatePart, StateTypes } from '../events/state'
import type { Pieces } from '../organization/turns'

const parts: readonly StatePart[] = [
  ...featuresToCome,
  ...serverState,
  organizationState,
  usersState,
  botsState,
  embeddedBotsState,
  integrationsState,
  userGroupsState,
  ...userSettingsState,
  ...messagesState,
  alertWordsState,
  mutedUsersState,
  savedSnippetsState,
  profileFieldsState,
  channelFoldersState,
  customEmojiState,
  linkifiersState,
  playgroundsState,
  draftsState,
  ...userTopicStates,
  ...channelsState,
  defaultChannelGroupsState,
  presenceState,
  userStatusState,
  navigationViewsState,
  onboardingStepsState,
  emailDomainsState,
  scheduledMessagesState,
  remindersState,
  attachmentsState,
  pushDevicesState,
  webPushState,
]

/** What the client fetches of the state; undefined is all of it. */
export type Fetched = ReadonlySet<string> | undefined

/** The fields of the register answer that may take several turns: they are as they are in the last of these. */
export function* longState(context: StateContext, fetched: Fetched): Pieces<object> {
  return isFetched(starredState, fetched) ? yield* starredState.readInTurns(context) : {}
}

/** All other fields that the fetched types bring. */
export function initialState(context: StateContext, fetched: Fetched): object {
  return Object.assign(
    {},
    ...parts.filter((part) => isFetched(part, fetched)).map((part) => part.read(context)),
  )
}

function isFetched({ types, needsAll, replacedBy }: StateTypes, fetched: Fetched): boolean {
  if (fetched === undefined) return true
  if (replacedBy !== undefined && fetched.has(replacedBy)) return false
  if (needsAll) return types.every((type) => fetched.has(type))
  return types.some((type) => type === 'always' || fetched.has(type))
}
