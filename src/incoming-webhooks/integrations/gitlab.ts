// GitLab: what its webhooks tell of (docs.gitlab.com, "Webhook events").
import type { Delivery, Integration, Message } from '../integration'
import { bold, code, link, say, nothing, paragraphs, quoted, type Markdown } from '../markdown'
import type { Payload } from '../payload'
import { secretIn } from '../signatures'
import { jobMessage, deploymentMessage, pipelineMessage } from './gitlab-runs'
import { doer, projectName } from './gitlab-basics'
import { isNoCommit, isWantedBranch, pushMessage, shownCommits } from './repositories'

export const gitLab: Integration = {
  name: 'gitlab',
  displayName: 'GitLab',
  options: ['branches'],
  // The same for all tries; GitLab has sent it since 17.4.
  deliveryName: ({ headers }) => headers.get('idempotency-key') ?? '',
  isGenuine: secretIn('x-gitlab-token'),
  eventOf: ({ payload }) => payload.text('object_kind') || payload.text('event_name'),
  events: {
    build: jobMessage,
    deployment: deploymentMessage,
    feature_flag: featureFlagMessage,
    issue: issueMessage,
    merge_request: mergeRequestMessage,
    note: noteMessage,
    pipeline: pipelineMessage,
    push: pushed,
    release: releaseMessage,
    tag_push: pushed,
    wiki_page: wikiPageMessage,
    work_item: issueMessage,
  },
}

function pushed(delivery: Delivery): Message | undefined {
  const { payload } = delivery
  const [before, after] = [payload.text('before'), payload.text('after')]
  const isGone = isNoCommit(after)
  const commits = payload.list('commits')
  const page = payload.text('project', 'web_url')
  const isCompared = !isNoCommit(before) && !isGone
  return pushMessage(delivery, {
    repository: projectName(delivery),
    who: payload.text('user_name') || payload.text('user_username'),
    ref: payload.text('ref'),
    url: isCompared ? `${page}/-/compare/${before}...${after}` : page,
    total: Math.max(commits.length, payload.number('total_commits_count') ?? 0),
    isNew: isNoCommit(before),
    isGone,
    commits: commits.slice(0, shownCommits).map((commit) => ({
      id: commit.text('id'),
      message: commit.text('message') || commit.text('title'),
      url: commit.text('url'),
      author: commit.text('author', 'name'),
    })),
  })
}

/** What people talk about, with its sign: `issue #5`, `MR !12`. */
function subjectOf(delivery: Delivery, kind: string, subject: Payload) {
  const number = subject.text('iid')
  const title = subject.text('title')
  const short = number === '' ? kind : `${kind} ${kind === 'MR' ? '!' : '#'}${number}`
  return {
    topic: `${projectName(delivery)} / ${short} ${title}`,
    name: say`${link(short, subject.text('url') || subject.text('web_url'))} ${title}`,
  }
}

const issueVerbs: Readonly<Record<string, string>> = {
  open: 'opened',
  close: 'closed',
  reopen: 'reopened',
}

function issueMessage(delivery: Delivery): Message | undefined {
  const issue = delivery.payload.at('object_attributes')
  const kind = issue.text('type').toLowerCase()
  const { topic, name } = subjectOf(delivery, kind === '' ? 'issue' : kind, issue)
  const action = issue.text('action')
  const assignees = assigneesNow(delivery.payload)
  const verb = Object.hasOwn(issueVerbs, action) ? issueVerbs[action] : undefined
  if (verb === undefined) {
    return assignees && { topic, content: say`${doer(delivery)} assigned ${name} to ${assignees}.` }
  }
  const body = action === 'open' ? quoted(issue.text('description')) : nothing
  return { topic, content: paragraphs(say`${doer(delivery)} ${verb} ${name}.`, body) }
}

/** Whom something was given to by this very change. */
function assigneesNow(payload: Payload): Markdown | undefined {
  const names = payload.list('changes', 'assignees', 'current').map((each) => each.text('username'))
  return names.length === 0 ? undefined : bold(names.slice(0, 10).join(', '))
}

const mergeRequestVerbs: Readonly<Record<string, string>> = {
  approval: 'approved',
  approved: 'approved',
  close: 'closed',
  merge: 'merged',
  open: 'opened',
  reopen: 'reopened',
  unapproval: 'no longer approves',
  unapproved: 'no longer approves',
}

function mergeRequestMessage(delivery: Delivery): Message | undefined {
  const { payload } = delivery
  const request = payload.at('object_attributes')
  if (!isWantedBranch(delivery, request.text('target_branch'))) return undefined
  const { topic, name } = subjectOf(delivery, 'MR', request)
  const action = request.text('action')
  if (action === 'update') {
    const assignees = assigneesNow(payload)
    if (assignees) return { topic, content: say`${doer(delivery)} assigned ${name} to ${assignees}.` }
    // An update with an earlier commit is a push; of all else the page tells.
    if (!request.has('oldrev')) return undefined
    const commit = code(request.text('last_commit', 'id').slice(0, 7))
    return { topic, content: say`${doer(delivery)} pushed to ${name} (now at ${commit}).` }
  }
  const verb = Object.hasOwn(mergeRequestVerbs, action) ? mergeRequestVerbs[action] : undefined
  if (verb === undefined) return undefined
  if (action !== 'open') return { topic, content: say`${doer(delivery)} ${verb} ${name}.` }
  const [source, target] = [code(request.text('source_branch')), code(request.text('target_branch'))]
  return {
    topic,
    content: paragraphs(
      say`${doer(delivery)} ${verb} ${name} (${source} into ${target}).`,
      quoted(request.text('description')),
    ),
  }
}

function noteMessage(delivery: Delivery): Message {
  const { payload } = delivery
  const note = payload.at('object_attributes')
  const { topic, name } = notedSubject(delivery)
  const what = link('commented', note.text('url'))
  return {
    topic,
    content: paragraphs(
      say`${doer(delivery)} ${what} on ${name}:`,
      quoted(note.text('note') || note.text('description')),
    ),
  }
}

function notedSubject(delivery: Delivery): { topic: string; name: Markdown } {
  const { payload } = delivery
  if (payload.has('merge_request')) return subjectOf(delivery, 'MR', payload.at('merge_request'))
  if (payload.has('issue')) return subjectOf(delivery, 'issue', payload.at('issue'))
  const commit = payload.at('commit')
  if (payload.has('commit')) {
    const name = say`commit ${link(code(commit.text('id').slice(0, 7)), commit.text('url'))}`
    return { topic: `${projectName(delivery)} / commits`, name }
  }
  return {
    topic: `${projectName(delivery)} / snippets`,
    name: say`snippet ${payload.text('snippet', 'title')}`,
  }
}

function releaseMessage(delivery: Delivery): Message {
  const { payload } = delivery
  const action = payload.text('action')
  const name = link(payload.text('name') || payload.text('tag') || 'a release', payload.text('url'))
  const verb = action === 'update' ? 'changed' : action === 'delete' ? 'deleted' : 'published'
  return {
    topic: projectName(delivery),
    content: paragraphs(
      say`Release ${name} of ${bold(projectName(delivery))} was ${verb}.`,
      verb === 'published' ? quoted(payload.text('description')) : nothing,
    ),
  }
}

function wikiPageMessage(delivery: Delivery): Message {
  const page = delivery.payload.at('object_attributes')
  const name = link(page.text('title') || 'a page', page.text('url'))
  const verbs: Readonly<Record<string, string>> = { create: 'created', delete: 'deleted' }
  const verb = verbs[page.text('action')] ?? 'edited'
  return {
    topic: `${projectName(delivery)} / wiki pages`,
    content: paragraphs(say`${doer(delivery)} ${verb} the wiki page ${name}.`, quoted(page.text('message'))),
  }
}

function featureFlagMessage(delivery: Delivery): Message {
  const flag = delivery.payload.at('object_attributes')
  const turned = flag.is('active') ? 'on' : 'off'
  return {
    topic: `${projectName(delivery)} / feature flags`,
    content: say`${doer(delivery)} turned the feature flag ${code(flag.text('name'))} ${turned}.`,
  }
}
