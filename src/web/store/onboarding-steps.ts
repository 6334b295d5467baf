// Onboarding steps: what somebody is still to be shown once.
import type { ServerEvent } from './events'
import { kept } from './records'
import { isText, listOf, shape, type Fields } from './shapes'

const isStep = shape({ type: isText, name: isText })

/** Names of the steps that are left. */
export type OnboardingSteps = readonly string[]

export function onboardingStepsFrom(register: Fields): OnboardingSteps {
  return names(register['onboarding_steps'])
}

/** `onboarding_steps`: all that are left. */
export function onboardingStepsAfter(steps: OnboardingSteps, event: ServerEvent): OnboardingSteps {
  return event.type === 'onboarding_steps' ? kept(steps, names(event['onboarding_steps'])) : steps
}

function names(value: unknown): OnboardingSteps {
  return listOf(isStep, value).map(({ name }) => name)
}
