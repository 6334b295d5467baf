// GitHub: issues, discussions, and what people say there and to commits.
import type { Delivery, Message } from '../integration'
import { bold, code, link, say, nothing, paragraphs, quoted, type Markdown } from '../markdown'
import { repositoryName, sender, subjectOf } from './github-basics'
import { doneTo, verbFor } from './github-verbs'

export function issueMessage(delivery: Delivery): Message | undefined {
  const { payload } = delivery
  const issue = payload.at('issue')
  const action = payload.text('action')
  const { topic, name } = subjectOf(delivery, 'issue', issue)
  const done = changeOf(delivery, name)
  if (!done) return undefined
  return {
    topic,
    content: paragraphs(
      say`${sender(delivery)} ${done}.`,
      action === 'opened' ? quoted(issue.text('body')) : nothing,
    ),
  }
}

/** What was done to an issue, in words; undefined for what is not worth any. */
function changeOf(delivery: Delivery, name: Markdown): Markdown | undefined {
  const { payload } = delivery
  const action = payload.text('action')
  switch (action) {
    case 'milestoned':
      return say`added ${name} to the milestone ${bold(payload.text('issue', 'milestone', 'title') || 'that comes')}`
    case 'closed': {
      const reason = payload.text('issue', 'state_reason').replaceAll('_', ' ')
      return reason === '' ? say`closed ${name}` : say`closed ${name} as ${reason}`
    }
    default:
      return doneTo(payload, name)
  }
}

/** A comment on an issue; pull requests are issues here, too. */
export function issueCommented(delivery: Delivery): Message | undefined {
  const issue = delivery.payload.at('issue')
  const kind = issue.has('pull_request') || delivery.payload.is('is_pull') ? 'PR' : 'issue'
  const { topic, name } = subjectOf(delivery, kind, issue)
  return commented(delivery, topic, name)
}

export function discussionMessage(delivery: Delivery): Message | undefined {
  const { payload } = delivery
  const action = payload.text('action')
  const { topic, name } = subjectOf(delivery, 'discussion', payload.at('discussion'))
  const verb = action === 'created' ? 'started' : verbFor(action)
  if (verb === undefined) return undefined
  const body = action === 'created' ? quoted(payload.text('discussion', 'body')) : nothing
  return { topic, content: paragraphs(say`${sender(delivery)} ${verb} ${name}.`, body) }
}

export function discussionCommented(delivery: Delivery): Message | undefined {
  const { topic, name } = subjectOf(delivery, 'discussion', delivery.payload.at('discussion'))
  return commented(delivery, topic, name)
}

export function commitCommented(delivery: Delivery): Message | undefined {
  const comment = delivery.payload.at('comment')
  const id = comment.text('commit_id').slice(0, 7)
  return commented(delivery, `${repositoryName(delivery)} / commits`, say`commit ${code(id)}`)
}

function commented(delivery: Delivery, topic: string, on: Markdown): Message | undefined {
  const { payload } = delivery
  const comment = payload.at('comment')
  const address = comment.text('html_url')
  switch (payload.text('action')) {
    case 'edited':
      return { topic, content: said(say`${sender(delivery)} edited a ${link('comment', address)} on ${on}:`) }
    case 'deleted':
      return { topic, content: say`${sender(delivery)} deleted a comment on ${on}.` }
    default:
      return { topic, content: said(say`${sender(delivery)} ${link('commented', address)} on ${on}:`) }
  }

  function said(what: Markdown): Markdown {
    return paragraphs(what, quoted(comment.text('body')))
  }
}
