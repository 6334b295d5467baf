// Routes of onboarding steps.
import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { Api } from '../http/api'
import { finishStep } from './actions'

export const onboardingStepRoutes = (api: Api) =>
  new Elysia({ name: 'onboarding-steps' }).post(
    '/users/me/onboarding_steps',
    ...api.call(
      {
        summary: 'Mark an onboarding step as done',
        parameters: Type.Object({ onboarding_step: Type.String({ maxLength: 100 }) }),
      },
      ({ organization, caller, parameters }) => finishStep(organization, caller, parameters.onboarding_step),
    ),
  )
