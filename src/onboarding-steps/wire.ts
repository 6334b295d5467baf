// Onboarding steps on the wire: what clients still have to show a person, the event, and the register state.
import type { ServerEvent } from '../events/event'
import type { StatePart } from '../events/state'
import type { Organization } from '../organization/organization'
import { stepsDoneBy } from './repository'

/** The notices that clients show once, in the order of a person's first steps. */
export const stepNames = [
  'intro_inbox_view_modal',
  'intro_recent_view_modal',
  'first_stream_created_banner',
  'jump_to_conversation_banner',
  'non_interleaved_view_messages_fading',
  'interleaved_view_messages_fading',
  'visibility_policy_banner',
  'intro_resolve_topic',
] as const

/** The steps a person has yet to see (reference: components/schemas/OnboardingStep). */
export function stepsLeft(organization: Organization, userId: number) {
  const done = stepsDoneBy(organization.db, userId)
  return stepNames.filter((name) => !done.has(name)).map((name) => ({ type: 'one_time_notice', name }))
}

/** `onboarding_steps`; there is no video. */
export const onboardingStepsState: StatePart = {
  types: ['onboarding_steps'],
  read: ({ organization, viewer }) => ({
    onboarding_steps: viewer ? stepsLeft(organization, viewer.id) : [],
    navigation_tour_video_url: null,
  }),
}

/** `onboarding_steps`: all that are left. */
export function onboardingStepsEvent(organization: Organization, userId: number): ServerEvent {
  const steps = stepsLeft(organization, userId)
  return { type: 'onboarding_steps', audience: [userId], payload: () => ({ onboarding_steps: steps }) }
}
