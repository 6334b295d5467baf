// The law of state and events: the state at register, plus the events since, equals the state at a new register.
import { expect } from 'bun:test'
import type { Client, Parameters } from './client'
import { alertWordRules } from './law/alert-words'
import { attachmentRules } from './law/attachments'
import { botRules } from './law/bots'
import { channelRules } from './law/channels'
import { draftRules } from './law/drafts'
import { presenceRules } from './law/presence'
import { userStatusRules } from './law/user-status'
import { navigationViewRules } from './law/navigation-views'
import { pushDeviceRules } from './law/push-devices'
import { emailDomainRules } from './law/email-domains'
import { exportRules } from './law/exports'
import { invitationRules } from './law/invitations'
import { onboardingStepRules } from './law/onboarding-steps'
import { scheduledMessageRules } from './law/scheduled-messages'
import { reminderRules } from './law/reminders'
import { eventRules } from './law/events'
import { messageChangeRules } from './law/message-changes'
import { kindOf, type EventKind } from './law/kinds'
import { knownMessageRules } from './law/known-messages'
import { messageRules } from './law/messages'
import { mutedUserRules } from './law/muted-users'
import type { Event, FeatureRules, Sighting, State, Watcher } from './law/rules'
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
import { storeAfter, storeExpected } from './law/web-client'
import { registration } from '../../src/web/store/registration'

/** What each feature says of its events; one line each. */
const features: readonly FeatureRules[] = [
  realmRules,
  eventRules,
  userRules,
  botRules,
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
  knownMessageRules,
  presenceRules,
  userStatusRules,
  navigationViewRules,
  pushDeviceRules,
  onboardingStepRules,
  exportRules,
  invitationRules,
  emailDomainRules,
  scheduledMessageRules,
  reminderRules,
  attachmentRules,
]

/** A client with every capability, and one with none: between them every form of an event is seen. */
const profiles: Readonly<Record<string, Parameters>> = {
  modern: {
    apply_markdown: true,
    client_gravatar: false,
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
  legacy: { client: 'ZulipLegacy', client_gravatar: true, include_subscribers: 'true' },
}

/**
 * Runs the action and checks that every watcher, with each profile, ends with the state that a new register
 * would give, and that the store of the web client does. @param note is told of the kind of each event that came. @returns what the action returned.
 */
export async function holdsLaw<T>(
  people: readonly Client[],
  action: () => Promise<T>,
  note?: (kind: EventKind) => void,
): Promise<T> {
  const watchers = await watch(people)
  const result = await action()
  await assertLaw(watchers, note)
  return result
}

/** Runs the action and tells what came to each watcher, without a judgement. */
export async function witnessed(
  people: readonly Client[],
  action: () => Promise<unknown>,
): Promise<Sighting[]> {
  const watchers = await watch(people)
  await action()
  const sightings: Sighting[] = []
  for (const watcher of watchers) sightings.push(await sightingOf(watcher))
  return sightings
}

/** A new queue of each person with each profile. */
export async function watch(people: readonly Client[]): Promise<Watcher[]> {
  const watchers: Watcher[] = []
  for (const person of people) {
    for (const [profile, options] of Object.entries(profiles)) {
      const watcher: Watcher = { person, profile, options, state: await register(person, options) }
      if (profile === 'modern') watcher.web = await register(person, registration)
      for (const { fetch } of features) await fetch?.(watcher.state, watcher)
      watchers.push(watcher)
    }
  }
  return watchers
}

/** Applies the events that came to each, and compares with a new register. */
export async function assertLaw(
  watchers: readonly Watcher[],
  note?: (kind: EventKind) => void,
): Promise<void> {
  for (const watcher of watchers) {
    const sighting = await sightingOf(watcher)
    for (const event of sighting.events) note?.(kindOf(event))
    const name = `${watcher.person.email} (${watcher.profile})`
    expect({ watcher: name, state: stateAfter(sighting), store: storeAfter(sighting) }).toEqual({
      watcher: name,
      state: normalized(sighting.expected),
      store: storeExpected(sighting),
    })
  }
}

async function sightingOf(watcher: Watcher): Promise<Sighting> {
  const { person, options, state, web } = watcher
  const events = await eventsOf(watcher)
  const webEvents = web ? await eventsOf({ person, state: web }) : []
  const expected = await register(person, options)
  const after = applied(watcher, events)
  for (const { fetch } of features) await fetch?.(expected, watcher, after)
  const registers = [state, expected, ...(web ? [web] : [])]
  await Promise.all(registers.map(({ queue_id }) => person.delete('/events', { queue_id })))
  return { watcher, events, webEvents, expected }
}

/** The state that a client comes to by the events, in a form to be compared with what is expected. */
export function stateAfter({ watcher, events, expected }: Sighting): State {
  const state = applied(watcher, events)
  for (const { lookUp } of features) lookUp?.(state, expected)
  return normalized(state)
}

function applied(watcher: Watcher, events: readonly Event[]): State {
  const state = structuredClone(watcher.state)
  for (const event of structuredClone(events)) {
    kindOf(event)
    const rules = features.flatMap(({ apply }) => apply[event.type] ?? [])
    if (rules.length === 0)
      throw new Error(`No rule in test/support/law/ says what a ${event.type} event changes`)
    for (const rule of rules) rule(state, event, watcher)
  }
  return state
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

/** A new queue and the state that comes with it. */
export async function register(person: Client, options: Parameters = {}): Promise<State> {
  const reply = await person.post('/register', options)
  expect(reply.body).toMatchObject({ result: 'success', last_event_id: -1 })
  return reply.body
}

/** The state without what differs from one register to the next, in an order of its own where order means nothing. */
export function normalized(state: State): State {
  const copy = structuredClone(state)
  for (const { normalize } of features) normalize?.(copy)
  return copy
}
