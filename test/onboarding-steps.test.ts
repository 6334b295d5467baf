// Onboarding steps: what clients show a person once, until it is marked as done.
import { expect, test } from 'bun:test'
import { stepNames } from '../src/onboarding-steps/wire'
import { eventsOf, holdsLaw, register } from './support/law'
import { areRefused, badRequest, missing } from './support/refusals'
import { scenario } from './support/scenario'

const path = '/users/me/onboarding_steps'

const { server, member } = await scenario({ member: 'member Mia Member' })

test("a step that is done is gone from all of the person's clients, and from nobody else's", async () => {
  const all = stepNames.map((name) => ({ type: 'one_time_notice', name }))
  expect(await register(member)).toMatchObject({ onboarding_steps: all, navigation_tour_video_url: null })
  const done = await holdsLaw([member, server.owner], () =>
    member.post(path, { onboarding_step: 'visibility_policy_banner' }),
  )
  expect(done.body).toEqual({ result: 'success', msg: '' })
  const state = await register(member)
  expect(state['onboarding_steps']).toEqual(all.filter(({ name }) => name !== 'visibility_policy_banner'))
  await member.post(path, { onboarding_step: 'visibility_policy_banner' })
  expect(await eventsOf({ person: member, state })).toEqual([])
})

test('unknown steps are refused', async () => {
  const call = { who: member, method: 'post' as const, path }
  await areRefused(member, [
    { ...call, answer: missing('onboarding_step') },
    {
      ...call,
      parameters: { onboarding_step: 'fly' },
      answer: badRequest('Unknown onboarding_step: fly'),
    },
  ])
})
