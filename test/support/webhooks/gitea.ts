// What Gitea and Forgejo send, as their documents describe it, with names of our own.
import type { Sending } from './delivering'

const repository = {
  id: 1,
  name: 'lighthouse',
  full_name: 'harbour/lighthouse',
  html_url: 'https://gitea.example/harbour/lighthouse',
}
const sender = { id: 1, login: 'mira', username: 'mira' }
const pull = {
  number: 12,
  title: 'A brighter lamp',
  html_url: 'https://gitea.example/harbour/lighthouse/pulls/12',
  body: 'It can be seen farther out.',
  merged: false,
  head: { ref: 'lamp', sha: 'ab'.repeat(20) },
  base: { ref: 'main', sha: 'cd'.repeat(20) },
}
const issue = {
  number: 5,
  title: 'The lamp flickers',
  html_url: 'https://gitea.example/harbour/lighthouse/issues/5',
  body: 'Every night.',
}

export function gitea(event: string, payload: object, delivery?: string): Sending {
  const headers: Record<string, string> = { 'x-gitea-event': event, 'x-github-event': event }
  if (delivery !== undefined) headers['x-gitea-delivery'] = delivery
  return { payload, headers }
}

/** One of each kind, by the name of the event; several of a kind have a suffix after a space. */
export const giteaPayloads: Readonly<Record<string, object>> = {
  push: {
    ref: 'refs/heads/main',
    before: 'ef'.repeat(20),
    after: 'a2'.repeat(20),
    compare_url: 'https://gitea.example/harbour/lighthouse/compare/efef...a2a2',
    total_commits: 1,
    commits: [
      {
        id: 'a2'.repeat(20),
        message: 'Wind the clock\n',
        url: 'https://gitea.example/harbour/lighthouse/commit/a2a2',
        author: { name: 'Mira Sand', email: 'mira@example.com', username: 'mira' },
      },
    ],
    repository,
    pusher: sender,
    sender,
  },
  create: { sha: 'a2'.repeat(20), ref: 'fog-horn', ref_type: 'branch', repository, sender },
  delete: { ref: 'old', ref_type: 'branch', pusher_type: 'user', repository, sender },
  fork: { forkee: repository, repository: { ...repository, full_name: 'otto/lighthouse' }, sender },
  issues: { action: 'opened', number: 5, issue, repository, sender },
  issue_comment: {
    action: 'created',
    issue,
    comment: { id: 2, body: 'I have seen it, too.', html_url: 'https://gitea.example/x#issuecomment-2' },
    repository,
    sender,
    is_pull: false,
  },
  pull_request: { action: 'opened', number: 12, pull_request: pull, repository, sender },
  'pull_request (merged)': {
    action: 'closed',
    number: 12,
    pull_request: { ...pull, merged: true },
    repository,
    sender,
  },
  pull_request_approved: {
    action: 'reviewed',
    number: 12,
    pull_request: pull,
    review: { type: 'pull_request_review_approved', content: 'Bright enough.' },
    repository,
    sender,
  },
  pull_request_rejected: {
    action: 'reviewed',
    number: 12,
    pull_request: pull,
    review: { type: 'pull_request_review_rejected', content: 'Too bright.' },
    repository,
    sender,
  },
  pull_request_comment: {
    action: 'created',
    issue,
    comment: { id: 2, body: 'Why?', html_url: 'https://gitea.example/x#issuecomment-2' },
    repository,
    sender,
    is_pull: true,
  },
  release: {
    action: 'published',
    release: {
      tag_name: 'v2.0',
      name: 'The second light',
      html_url: 'https://gitea.example/r',
      body: '- brighter',
    },
    repository,
    sender,
  },
  repository: { action: 'created', repository, sender },
}
