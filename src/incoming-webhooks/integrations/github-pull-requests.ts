// GitHub: pull requests and their reviews.
import type { Delivery, Message } from '../integration'
import { bold, code, link, say, nothing, paragraphs, quoted, type Markdown } from '../markdown'
import type { Payload } from '../payload'
import { sender, subjectOf } from './github-basics'
import { doneTo } from './github-verbs'
import { isWantedBranch } from './repositories'

export function pullRequestMessage(delivery: Delivery): Message | undefined {
  const { payload } = delivery
  const pull = payload.at('pull_request')
  if (!isWantedBranch(delivery, pull.text('base', 'ref'))) return undefined
  const { topic, name } = subjectOf(delivery, 'PR', pull)
  const done = changeOf(delivery, name)
  if (!done) return undefined
  const body = payload.text('action') === 'opened' ? quoted(pull.text('body')) : nothing
  return { topic, content: paragraphs(say`${sender(delivery)} ${done}.`, body) }
}

/** What was done to a pull request, in words; undefined for what is not worth any. */
function changeOf({ payload }: Delivery, name: Markdown): Markdown | undefined {
  const pull = payload.at('pull_request')
  const action = payload.text('action')
  switch (action) {
    case 'opened': {
      const verb = pull.is('draft') ? 'opened as a draft:' : 'opened'
      return say`${verb} ${name} (${code(pull.text('head', 'ref'))} into ${code(pull.text('base', 'ref'))})`
    }
    case 'closed':
      return pull.is('merged') ? say`merged ${name}` : say`closed ${name} without merging it`
    case 'synchronize':
    case 'synchronized':
      return say`pushed to ${name} (now at ${code((payload.text('after') || pull.text('head', 'sha')).slice(0, 7))})`
    case 'review_requested':
      return say`asked ${reviewerOf(payload)} to review ${name}`
    case 'review_request_removed':
      return say`no longer asks ${reviewerOf(payload)} to review ${name}`
    default:
      return doneTo(payload, name)
  }
}

function reviewerOf(payload: Payload): Markdown {
  const person = payload.text('requested_reviewer', 'login') || payload.text('requested_team', 'name')
  return bold(person || 'somebody')
}

export function reviewMessage(delivery: Delivery): Message | undefined {
  const { payload } = delivery
  const review = payload.at('review')
  const { topic, name } = subjectOf(delivery, 'PR', payload.at('pull_request'))
  const address = review.text('html_url')
  if (payload.text('action') === 'dismissed') {
    return { topic, content: say`${sender(delivery)} dismissed a ${link('review', address)} of ${name}.` }
  }
  if (payload.text('action') === 'edited') return undefined
  const what = reviewed(review.text('state').toLowerCase(), address)
  // A review of nothing but comments on lines, each of which is told by itself.
  if (what === undefined && review.text('body') === '') return undefined
  const did = what ?? link('reviewed', address)
  return { topic, content: paragraphs(say`${sender(delivery)} ${did} ${name}.`, quoted(review.text('body'))) }
}

function reviewed(state: string, address: string): Markdown | undefined {
  if (state === 'approved') return say`:check: ${link('approved', address)}`
  return state === 'changes_requested'
    ? say`:cross_mark: ${link('requested changes', address)} to`
    : undefined
}

export function reviewCommented(delivery: Delivery): Message | undefined {
  const { payload } = delivery
  if (payload.text('action') !== 'created') return undefined
  const comment = payload.at('comment')
  const { topic, name } = subjectOf(delivery, 'PR', payload.at('pull_request'))
  const path = code(comment.text('path'))
  const where = path.isEmpty ? nothing : say` in ${path}`
  const what = link('commented', comment.text('html_url'))
  return {
    topic,
    content: paragraphs(say`${sender(delivery)} ${what} on ${name}${where}:`, quoted(comment.text('body'))),
  }
}

export function reviewThreadMessage(delivery: Delivery): Message | undefined {
  const { payload } = delivery
  const verb = payload.text('action')
  if (verb !== 'resolved' && verb !== 'unresolved') return undefined
  const { topic, name } = subjectOf(delivery, 'PR', payload.at('pull_request'))
  const path = code(payload.text('thread', 'comments', '0', 'path'))
  const where = path.isEmpty ? nothing : say` in ${path}`
  return { topic, content: say`${sender(delivery)} ${verb} a conversation${where} on ${name}.` }
}
