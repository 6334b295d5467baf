// The law of state and events: the state at register, plus the events since, equals the state at a new register.
import { expect } from 'bun:test'
import type { Client, Parameters } from './client'
import { alertWordRules } from './law/alert-words'
import { channelRules } from './law/channels'
import { draftRules } from './law/drafts'
import { presenceRules } from './law/presence'
import { userStatusRules } from './law/user-status'
import { navigationViewRules } from './law/navigation-views'
import { onboardingStepRules } from './law/onboarding-steps'
import { scheduledMessageRules } from './law/scheduled-messages'
import { reminderRules } from './law/reminders'
import { eventRules } from './law/events'
import { messageChangeRules } from './law/message-changes'
import { messageRules } from './law/messages'
import { mutedUserRules } from './law/muted-users'
import type { Event, FeatureRules, State, Watcher } from './law/rules'
import { configurationRules } from './law/configuration'
import { profileFieldRules } from './law/profile-fields'
import { savedSnippetRules } from './law/saved-snippets'
import { userSettingRules } from './law/user-settings'
import { reactionRules } from './law/reactions'
import { submessageRules } from './law/submessages'
import { typingRules } from './law/typing'
import { userTopicRules } from './law/user-topics'
import { realmRules } from './law/realm'
import { userRules } from './law/users'

/** What each feature says of its events; one line each. */
const features: readonly FeatureRules[] = [
  realmRules,
  eventRules,
  userRules,
  alertWordRules,
  userSettingRules,
  mutedUserRules,
  savedSnippetRules,
  profileFieldRules,
  configurationRules,
  draftRules,
  channelRules,
  userTopicRules,
  typingRules,
  submessageRules,
  reactionRules,
  messageRules,
  messageChangeRules,
  presenceRules,
  userStatusRules,
  navigationViewRules,
  onboardingStepRules,
  scheduledMessageRules,
  reminderRules,
]

/** A client with every capability, and one with none: between them every form of an event is seen. */
const profiles: Readonly<Record<string, Parameters>> = {
  modern: {
    apply_markdown: true,
    client_gravatar: true,
    include_subscribers: 'true',
    slim_presence: true,
    client_capabilities: {
      notification_settings_null: true,
      bulk_message_deletion: true,
      user_avatar_url_field_optional: false,
      stream_typing_notifications: true,
      user_settings_object: true,
      linkifier_url_template: true,
      user_list_incomplete: true,
      include_deactivated_groups: true,
      archived_channels: true,
      empty_topic_name: true,
      simplified_presence_events: true,
    },
  },
  legacy: { client: 'ZulipLegacy', client_gravatar: false, include_subscribers: 'true' },
}

/**
 * Runs the action and checks that every watcher, with each profile, ends with the state that a new register
 * would give. @param note is told of the kind of each event that came. @returns what the action returned.
 */
export async function holdsLaw<T>(
  people: readonly Client[],
  action: () => Promise<T>,
  note?: (kind: string) => void,
): Promise<T> {
  const watchers = await watch(people)
  const result = await action()
  await assertLaw(watchers, note)
  return result
}

/** A new queue of each person with each profile. */
export async function watch(people: readonly Client[]): Promise<Watcher[]> {
  const watchers: Watcher[] = []
  for (const person of people) {
    for (const [profile, options] of Object.entries(profiles)) {
      watchers.push({ person, profile, options, state: await register(person, options) })
    }
  }
  return watchers
}

/** Applies the events that came to each, and compares with a new register. */
export async function assertLaw(watchers: readonly Watcher[], note?: (kind: string) => void): Promise<void> {
  for (const watcher of watchers) {
    for (const event of await eventsOf(watcher)) {
      apply(watcher, event)
      note?.(kindOf(event))
    }
    const expected = await register(watcher.person, watcher.options)
    for (const { lookUp } of features) lookUp?.(watcher.state, expected)
    const name = `${watcher.person.email} (${watcher.profile})`
    expect({ watcher: name, state: normalized(watcher.state) }).toEqual({
      watcher: name,
      state: normalized(expected),
    })
    await watcher.person.delete('/events', { queue_id: watcher.state['queue_id'] })
    await watcher.person.delete('/events', { queue_id: expected['queue_id'] })
  }
}

/** The events a watching queue has got, without waiting. */
export async function eventsOf({ person, state }: { person: Client; state: State }): Promise<Event[]> {
  const reply = await person.get('/events', {
    queue_id: state['queue_id'],
    last_event_id: state['last_event_id'],
    dont_block: true,
  })
  expect(reply.body).toMatchObject({ result: 'success' })
  const { events } = reply.body
  return Array.isArray(events) ? events : []
}

/** Its type, and what it says is done, such as `reaction/add`. */
export function kindOf({ type, op }: Event): string {
  return op === undefined ? type : `${type}/${op}`
}

/** A new queue and the state that comes with it. */
export async function register(person: Client, options: Parameters = {}): Promise<State> {
  const reply = await person.post('/register', options)
  expect(reply.body).toMatchObject({ result: 'success', last_event_id: -1 })
  return reply.body
}

function apply(watcher: Watcher, event: Event): void {
  for (const { apply: rules } of features) {
    const rule = rules[event.type]
    if (rule) return rule(watcher.state, event, watcher)
  }
  throw new Error(`No rule in test/support/law/ says what a ${event.type} event changes`)
}

/** The state without what differs from one register to the next, in an order of its own where order means nothing. */
function normalized(state: State): State {
  const copy = structuredClone(state)
  for (const { normalize } of features) normalize?.(copy)
  return copy
}
