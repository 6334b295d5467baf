// GitHub: what its webhooks tell of (docs.github.com, "Webhook events and payloads").
import type { Delivery, Integration, Message } from '../integration'
import { bullets, code, link, say, nothing, paragraphs, quoted } from '../markdown'
import type { Payload } from '../payload'
import { signedBody } from '../signatures'
import {
  issueCommented,
  issueMessage,
  commitCommented,
  discussionCommented,
  discussionMessage,
} from './github-issues'
import {
  pullRequestMessage,
  reviewCommented,
  reviewMessage,
  reviewThreadMessage,
} from './github-pull-requests'
import {
  checkRunMessage,
  checkSuiteMessage,
  deploymentMessage,
  deploymentStatusMessage,
  statusMessage,
  workflowJobMessage,
  workflowRunMessage,
} from './github-runs'
import { repositoryLink, repositoryName, sender } from './github-basics'
import { isNoCommit, pushMessage, shownCommits } from './repositories'

export const gitHub: Integration = {
  name: 'github',
  displayName: 'GitHub',
  options: ['branches'],
  deliveryName: ({ headers }) => headers.get('x-github-delivery') ?? '',
  isGenuine: signedBody('x-hub-signature-256', 'sha256='),
  eventOf: ({ headers }) => headers.get('x-github-event') ?? '',
  events: {
    check_run: checkRunMessage,
    check_suite: checkSuiteMessage,
    commit_comment: commitCommented,
    create: refCreated,
    delete: refDeleted,
    deployment: deploymentMessage,
    deployment_status: deploymentStatusMessage,
    discussion: discussionMessage,
    discussion_comment: discussionCommented,
    fork: forked,
    gollum: wikiChanged,
    issue_comment: issueCommented,
    issues: issueMessage,
    member: memberMessage,
    ping: pinged,
    public: madePublic,
    pull_request: pullRequestMessage,
    pull_request_review: reviewMessage,
    pull_request_review_comment: reviewCommented,
    pull_request_review_thread: reviewThreadMessage,
    push: pushed,
    release: releaseMessage,
    repository: repositoryMessage,
    star: starred,
    status: statusMessage,
    workflow_job: workflowJobMessage,
    workflow_run: workflowRunMessage,
  },
}

export function pushed(delivery: Delivery): Message | undefined {
  const { payload } = delivery
  const commits = payload.list('commits')
  const isGone = payload.is('deleted') || isNoCommit(payload.text('after'))
  return pushMessage(delivery, {
    repository: repositoryName(delivery),
    who: payload.text('pusher', 'name') || payload.text('pusher', 'login') || payload.text('sender', 'login'),
    ref: payload.text('ref'),
    url: payload.text('compare') || payload.text('compare_url'),
    total: isGone ? 0 : Math.max(commits.length, payload.number('total_commits') ?? 0),
    isNew: payload.is('created') || isNoCommit(payload.text('before')),
    isGone,
    isForced: payload.is('forced'),
    commits: isGone ? [] : commits.slice(0, shownCommits).map(commitOf),
  })
}

function commitOf(commit: Payload) {
  return {
    id: commit.text('id'),
    message: commit.text('message'),
    url: commit.text('url'),
    author: commit.text('author', 'username') || commit.text('author', 'name'),
  }
}

export function refCreated(delivery: Delivery): Message {
  return refMessage(delivery, 'created')
}

export function refDeleted(delivery: Delivery): Message {
  return refMessage(delivery, 'deleted')
}

function refMessage(delivery: Delivery, verb: string): Message {
  const ref = delivery.payload.text('ref')
  const kind = delivery.payload.text('ref_type') || 'branch'
  return {
    topic: `${repositoryName(delivery)} / ${ref}`,
    content: say`${sender(delivery)} ${verb} ${kind} ${code(ref)}.`,
  }
}

export function forked(delivery: Delivery): Message {
  const forkee = delivery.payload.at('forkee')
  const fork = link(forkee.text('full_name') || 'a repository of their own', forkee.text('html_url'))
  return {
    topic: repositoryName(delivery),
    content: say`${sender(delivery)} forked ${repositoryLink(delivery)} to ${fork}.`,
  }
}

function wikiChanged(delivery: Delivery): Message {
  const pageLine = (page: Payload) => {
    const name = link(page.text('title') || 'a page', page.text('html_url'))
    return say`${page.text('action') || 'edited'} ${name}`
  }
  return {
    topic: `${repositoryName(delivery)} / wiki pages`,
    content: paragraphs(
      say`${sender(delivery)} changed the wiki:`,
      bullets(delivery.payload.list('pages'), pageLine),
    ),
  }
}

function memberMessage(delivery: Delivery): Message {
  const { payload } = delivery
  const member = link(payload.text('member', 'login') || 'somebody', payload.text('member', 'html_url'))
  const verb = payload.text('action') || 'changed'
  return {
    topic: repositoryName(delivery),
    content: say`${sender(delivery)} ${verb} ${member} as a collaborator of ${repositoryLink(delivery)}.`,
  }
}

function madePublic(delivery: Delivery): Message {
  return {
    topic: repositoryName(delivery),
    content: say`${sender(delivery)} made ${repositoryLink(delivery)} public.`,
  }
}

export function releaseMessage(delivery: Delivery): Message | undefined {
  const { payload } = delivery
  const release = payload.at('release')
  const action = payload.text('action')
  // Publishing tells of it; the others come along with that.
  if (action === 'created' || action === 'released' || action === 'prereleased') return undefined
  const tag = release.text('tag_name')
  const name = link(release.text('name') || tag || 'a release', release.text('html_url'))
  const kind = release.is('prerelease') ? 'pre-release' : 'release'
  return {
    topic: repositoryName(delivery),
    content: paragraphs(
      say`${sender(delivery)} ${action || 'published'} ${kind} ${name}${tag === '' ? '' : say` for tag ${code(tag)}`}.`,
      action === 'published' ? quoted(release.text('body')) : nothing,
    ),
  }
}

export function repositoryMessage(delivery: Delivery): Message {
  const verb = delivery.payload.text('action') || 'changed'
  return {
    topic: repositoryName(delivery),
    content: say`${sender(delivery)} ${verb} the repository ${repositoryLink(delivery)}.`,
  }
}

function starred(delivery: Delivery): Message {
  const verb = delivery.payload.text('action') === 'deleted' ? 'unstarred' : 'starred'
  return {
    topic: repositoryName(delivery),
    content: say`${sender(delivery)} ${verb} ${repositoryLink(delivery)}.`,
  }
}

function pinged(delivery: Delivery): Message {
  const { payload } = delivery
  const what = payload.has('repository') ? repositoryLink(delivery) : repositoryName(delivery)
  return {
    topic: repositoryName(delivery),
    content: say`The webhook of ${what} is set up: GitHub says “${payload.text('zen') || 'hello'}”.`,
  }
}
