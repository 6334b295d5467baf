// What GitHub sends, as its documents describe it, with names of our own.
import type { Sending } from './delivering'

const repository = {
  id: 41,
  name: 'lighthouse',
  full_name: 'harbour/lighthouse',
  private: false,
  html_url: 'https://github.example/harbour/lighthouse',
  default_branch: 'main',
}
const sender = { id: 7, login: 'mira', html_url: 'https://github.example/mira', type: 'User' }
const zeros = '0'.repeat(40)
const common = { repository, sender }

const commit = (id: string, message: string, username = 'mira') => ({
  id: id.repeat(20),
  message,
  timestamp: '2026-01-15T11:58:00+01:00',
  url: `https://github.example/harbour/lighthouse/commit/${id.repeat(20)}`,
  author: { name: 'Mira Sand', email: 'mira@example.com', username },
  added: ['lamp.ts'],
  removed: [],
  modified: ['tower.ts'],
})

const pull = {
  number: 12,
  title: 'A brighter lamp',
  html_url: 'https://github.example/harbour/lighthouse/pull/12',
  state: 'open',
  draft: false,
  merged: false,
  body: 'It can be seen **farther** out.',
  user: sender,
  head: { ref: 'lamp', sha: 'ab'.repeat(20) },
  base: { ref: 'main', sha: 'cd'.repeat(20) },
}

const issue = {
  number: 5,
  title: 'The lamp flickers',
  html_url: 'https://github.example/harbour/lighthouse/issues/5',
  state: 'open',
  body: 'Every night, at two.',
  user: sender,
}

const comment = {
  id: 900,
  body: 'I have seen it, too.',
  html_url: 'https://github.example/harbour/lighthouse/issues/5#issuecomment-900',
  user: sender,
}

/** With the headers that come along. @param delivery its ID */
export function gitHub(event: string, payload: object, delivery?: string): Sending {
  return {
    payload,
    headers: {
      'user-agent': 'GitHub-Hookshot/abc123',
      'x-github-event': event,
      ...(delivery === undefined ? {} : { 'x-github-delivery': delivery }),
    },
  }
}

export const push = {
  ref: 'refs/heads/main',
  before: 'ef'.repeat(20),
  after: 'a2'.repeat(20),
  created: false,
  deleted: false,
  forced: false,
  compare: 'https://github.example/harbour/lighthouse/compare/efef...a2a2',
  commits: [commit('a1', 'Polish the lens\n\nIt was dusty.'), commit('a2', 'Wind the clock', 'otto')],
  head_commit: commit('a2', 'Wind the clock', 'otto'),
  pusher: { name: 'mira', email: 'mira@example.com' },
  ...common,
}

/** One of each kind, by the name of the event; several of a kind have a suffix after a space. */
export const gitHubPayloads: Readonly<Record<string, object>> = {
  push,
  'push (new branch)': {
    ...push,
    ref: 'refs/heads/fog-horn',
    before: zeros,
    created: true,
    commits: [],
  },
  'push (gone)': {
    ...push,
    ref: 'refs/heads/old',
    after: zeros,
    deleted: true,
    commits: [],
    head_commit: null,
  },
  'push (tag)': { ...push, ref: 'refs/tags/v2.0', commits: [] },
  'push (forced)': { ...push, forced: true },
  create: { ref: 'fog-horn', ref_type: 'branch', master_branch: 'main', ...common },
  delete: { ref: 'v1.0', ref_type: 'tag', ...common },
  ping: { zen: 'Keep it lit.', hook_id: 3, hook: { type: 'Repository', events: ['push'] }, ...common },
  pull_request: { action: 'opened', number: 12, pull_request: pull, ...common },
  'pull_request (merged)': {
    action: 'closed',
    number: 12,
    pull_request: { ...pull, state: 'closed', merged: true },
    ...common,
  },
  'pull_request (closed)': { action: 'closed', number: 12, pull_request: pull, ...common },
  'pull_request (pushed to)': {
    action: 'synchronize',
    number: 12,
    after: '12'.repeat(20),
    pull_request: pull,
    ...common,
  },
  'pull_request (review asked)': {
    action: 'review_requested',
    number: 12,
    pull_request: pull,
    requested_reviewer: { login: 'otto' },
    ...common,
  },
  pull_request_review: {
    action: 'submitted',
    review: {
      state: 'approved',
      body: 'Bright enough.',
      html_url: 'https://github.example/harbour/lighthouse/pull/12#pullrequestreview-1',
      user: sender,
    },
    pull_request: pull,
    ...common,
  },
  pull_request_review_comment: {
    action: 'created',
    comment: { ...comment, path: 'src/lamp.ts', diff_hunk: '@@ -1 +1 @@', body: 'Why *40* watts?' },
    pull_request: pull,
    ...common,
  },
  pull_request_review_thread: {
    action: 'resolved',
    thread: { comments: [{ path: 'src/lamp.ts', body: 'Why?' }] },
    pull_request: pull,
    ...common,
  },
  issues: { action: 'opened', issue, ...common },
  'issues (closed)': {
    action: 'closed',
    issue: { ...issue, state: 'closed', state_reason: 'not_planned' },
    ...common,
  },
  'issues (assigned)': { action: 'assigned', issue, assignee: { login: 'otto' }, ...common },
  'issues (labelled)': { action: 'labeled', issue, label: { name: 'urgent' }, ...common },
  issue_comment: { action: 'created', issue, comment, ...common },
  'issue_comment (on a PR)': {
    action: 'created',
    issue: { ...issue, pull_request: { url: 'https://api.github.example/pulls/5' } },
    comment,
    ...common,
  },
  commit_comment: { action: 'created', comment: { ...comment, commit_id: 'a1'.repeat(20) }, ...common },
  discussion: {
    action: 'created',
    discussion: {
      number: 3,
      title: 'Which colour?',
      html_url: 'https://github.example/harbour/lighthouse/discussions/3',
      body: 'Red or white?',
    },
    ...common,
  },
  discussion_comment: {
    action: 'created',
    discussion: { number: 3, title: 'Which colour?', html_url: 'https://github.example/d/3' },
    comment,
    ...common,
  },
  release: {
    action: 'published',
    release: {
      tag_name: 'v2.0',
      name: 'The second light',
      html_url: 'https://github.example/harbour/lighthouse/releases/tag/v2.0',
      body: '- brighter',
      prerelease: false,
      draft: false,
    },
    ...common,
  },
  workflow_run: {
    action: 'completed',
    workflow_run: {
      name: 'CI',
      head_branch: 'main',
      head_sha: 'a2'.repeat(20),
      status: 'completed',
      conclusion: 'failure',
      html_url: 'https://github.example/harbour/lighthouse/actions/runs/77',
    },
    workflow: { name: 'CI' },
    ...common,
  },
  workflow_job: {
    action: 'completed',
    workflow_job: {
      name: 'test',
      head_branch: 'main',
      head_sha: 'a2'.repeat(20),
      conclusion: 'success',
      html_url: 'https://github.example/jobs/1',
    },
    ...common,
  },
  check_run: {
    action: 'completed',
    check_run: {
      name: 'lint',
      head_sha: 'a2'.repeat(20),
      conclusion: 'timed_out',
      html_url: 'https://github.example/runs/4',
      check_suite: { head_branch: 'main' },
    },
    ...common,
  },
  check_suite: {
    action: 'completed',
    check_suite: {
      head_branch: 'main',
      head_sha: 'a2'.repeat(20),
      conclusion: 'success',
      app: { name: 'Builder' },
    },
    ...common,
  },
  status: {
    sha: 'a2'.repeat(20),
    state: 'success',
    context: 'ci/tides',
    description: 'All is well',
    target_url: 'https://ci.example.com/1',
    branches: [{ name: 'main' }],
    ...common,
  },
  deployment: {
    action: 'created',
    deployment: { ref: 'main', sha: 'a2'.repeat(20), environment: 'shore' },
    ...common,
  },
  deployment_status: {
    action: 'created',
    deployment_status: { state: 'success', environment: 'shore', log_url: 'https://ci.example.com/d/1' },
    deployment: { ref: 'main', sha: 'a2'.repeat(20), environment: 'shore' },
    ...common,
  },
  fork: {
    forkee: { full_name: 'otto/lighthouse', html_url: 'https://github.example/otto/lighthouse' },
    ...common,
  },
  gollum: {
    pages: [
      { title: 'Lamps', action: 'created', html_url: 'https://github.example/harbour/lighthouse/wiki/Lamps' },
    ],
    ...common,
  },
  member: { action: 'added', member: { login: 'otto', html_url: 'https://github.example/otto' }, ...common },
  public: common,
  repository: { action: 'archived', ...common },
  star: { action: 'created', starred_at: '2026-01-15T12:00:00Z', ...common },
}
