// What a person can do with onboarding steps: be done with one.
import { emit } from '../events/event'
import { badRequest } from '../http/errors'
import { seconds } from '../organization/clock'
import type { Organization } from '../organization/organization'
import type { User } from '../users/repository'
import { insertStepDone } from './repository'
import { onboardingStepsEvent, stepNames } from './wire'

/** From now on the step is not shown to the person any more. @throws ApiError BAD_REQUEST for an unknown one. */
export function finishStep(organization: Organization, caller: User, step: string): Promise<void> {
  if (!stepNames.some((name) => name === step)) throw badRequest(`Unknown onboarding_step: ${step}`)
  return organization.write((tx) => {
    const isNew = insertStepDone(tx, caller.id, step, seconds(organization.clock))
    if (isNew) emit(tx, onboardingStepsEvent(organization, caller.id))
  })
}
