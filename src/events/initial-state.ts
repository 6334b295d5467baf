// The state that a register answers with: every feature's part, one line each (contract 4.17).
import { alertWordsState } from '../alert-words/wire'
import { channelsState } from '../channels/state'
import { mutedUsersState } from '../muted-users/wire'
import { draftsState } from '../drafts/wire'
import { messagesState } from '../messages/state'
import { presenceState } from '../presence/wire'
import { userStatusState } from '../user-status/wire'
import { navigationViewsState } from '../navigation-views/wire'
import { onboardingStepsState } from '../onboarding-steps/wire'
import { scheduledMessagesState } from '../scheduled-messages/wire'
import { remindersState } from '../reminders/wire'
import type { Organization } from '../organization/organization'
import { featuresToCome } from '../organization-settings/features-to-come'
import { serverState } from '../organization-settings/server-state'
import { organizationState } from '../organization-settings/wire'
import type { User } from '../users/repository'
import { savedSnippetsState } from '../saved-snippets/wire'
import { userSettingsState } from '../user-settings/wire'
import { userGroupsState } from '../user-groups/wire'
import { usersState } from '../users/state'
import { userTopicStates } from '../user-topics/wire'
import type { QueueOptions } from './queue'

/** Who looks at the state, and how. */
export interface StateContext {
  organization: Organization
  /** Undefined for unauthenticated access. */
  viewer: User | undefined
  options: QueueOptions
  /** The base address the client used, such as `https://chat.example.com`. */
  origin: string
  /** Presence data is at most this old. */
  presenceHistoryLimitDays: number
}

/** A feature's part of the state: sent if any of its types is fetched. */
export interface StatePart {
  /** The `fetch_event_types` that bring it; `always` comes with every register. */
  types: readonly string[]
  /** Sent only if all of its types are fetched. */
  needsAll?: true
  /** The fields; what is long and seldom changes may be a `JsonText`. */
  read(context: StateContext): object
}

const parts: readonly StatePart[] = [
  ...featuresToCome,
  ...serverState,
  organizationState,
  ...usersState,
  userGroupsState,
  ...userSettingsState,
  ...messagesState,
  alertWordsState,
  mutedUsersState,
  savedSnippetsState,
  draftsState,
  ...userTopicStates,
  ...channelsState,
  presenceState,
  userStatusState,
  navigationViewsState,
  onboardingStepsState,
  scheduledMessagesState,
  remindersState,
]

/** The fields of the register answer that the fetched types bring; undefined fetches all. */
export function initialState(context: StateContext, fetched: ReadonlySet<string> | undefined): object {
  const wanted = parts.filter(
    ({ types, needsAll }) =>
      fetched === undefined ||
      (needsAll
        ? types.every((type) => fetched.has(type))
        : types.some((type) => type === 'always' || fetched.has(type))),
  )
  return Object.assign({}, ...wanted.map((part) => part.read(context)))
}
