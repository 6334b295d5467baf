// Routes of onboarding steps.
import { Type } from '@sinclair/typebox'
import type { Api } from '../http/api'
import { finishStep } from './actions'

export function onboardingStepRoutes(api: Api): void {
  api.post(
    '/users/me/onboarding_steps',
    {
      summary: 'Mark an onboarding step as done',
      bots: 'none',
      parameters: Type.Object({ onboarding_step: Type.String({ maxLength: 100 }) }),
    },
    ({ organization, caller, parameters }) => finishStep(organization, caller, parameters.onboarding_step),
  )
}
