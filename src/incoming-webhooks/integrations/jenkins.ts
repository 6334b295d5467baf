// Jenkins: builds, as its Notification plugin tells of them (plugins.jenkins.io/notification), in JSON.
import type { Delivery, Integration, Message } from '../integration'
import {
  bold,
  bullets,
  code,
  counted,
  escaped,
  link,
  say,
  nothing,
  paragraphs,
  type Markdown,
} from '../markdown'
import type { Payload } from '../payload'
import { isWantedBranch } from './repositories'

export const jenkins: Integration = {
  name: 'jenkins',
  displayName: 'Jenkins',
  options: ['branches'],
  // A build is completed, and then finalized: whichever of the two is told first is posted.
  deliveryName: ({ payload }) => {
    const build = payload.at('build')
    const isOver = ['COMPLETED', 'FINALIZED'].includes(build.text('phase'))
    return isOver && build.has('full_url') ? `${build.text('full_url')} ${build.text('status')}` : ''
  },
  eventOf: ({ payload }) => payload.text('build', 'phase').toLowerCase(),
  events: {
    completed: buildMessage,
    finalized: buildMessage,
    queued: () => undefined,
    started: buildMessage,
  },
}

function buildMessage(delivery: Delivery): Message | undefined {
  const { payload } = delivery
  const build = payload.at('build')
  const branch = build.text('scm', 'branch').replace(/^origin\//, '')
  if (!isWantedBranch(delivery, branch)) return undefined
  const job = payload.text('display_name') || payload.text('name') || 'Job'
  const name = link(escaped(`${job} #${build.text('number')}`), build.text('full_url'))
  const commit = code(build.text('scm', 'commit').slice(0, 7))
  const on = branch === '' ? nothing : say` on ${code(branch)}${commit.isEmpty ? nothing : say` (${commit})`}`
  const state = build.text('phase') === 'STARTED' ? say`has started` : resultOf(build.text('status'))
  const changes = bullets(build.list('scm', 'changes'), (change) => escaped(change.text(), 100), { most: 10 })
  return {
    topic: job,
    content: paragraphs(say`${bold(name)} ${state}${on}.`, testsOf(delivery), changes),
  }
}

function testsOf({ payload }: Delivery): Markdown {
  const tests = payload.at('build', 'test_summary')
  const failed = tests.number('failed') ?? 0
  if (failed === 0) return nothing
  const nameOf = (each: Payload) => code(each.text('full_name') || each.text(), 200)
  const head = say`${counted(failed, 'test')} of ${tests.number('total') ?? failed} failed:`
  return paragraphs(head, bullets(tests.list('failed_tests'), nameOf, { most: 10, total: failed }))
}

function resultOf(status: string): Markdown {
  switch (status) {
    case 'SUCCESS':
      return say`:check: succeeded`
    case 'FAILURE':
      return say`:cross_mark: failed`
    case 'UNSTABLE':
      return say`:warning: is unstable`
    case 'ABORTED':
      return say`:stop_button: was aborted`
    case 'NOT_BUILT':
      return say`was not built`
    default:
      return say`has ended`
  }
}
