// What GitLab sends, as its documents describe it, with names of our own.

const project = {
  id: 15,
  name: 'Lighthouse',
  path_with_namespace: 'harbour/lighthouse',
  web_url: 'https://gitlab.example/harbour/lighthouse',
  default_branch: 'main',
}
const user = { id: 4, name: 'Mira Sand', username: 'mira', email: '[REDACTED]' }
const zeros = '0'.repeat(40)
const lastCommit = { id: 'a2'.repeat(20), title: 'Wind the clock', url: 'https://gitlab.example/c/a2' }

const mergeRequest = {
  iid: 12,
  title: 'A brighter lamp',
  description: 'It can be seen **farther** out.',
  state: 'opened',
  action: 'open',
  source_branch: 'lamp',
  target_branch: 'main',
  url: 'https://gitlab.example/harbour/lighthouse/-/merge_requests/12',
  last_commit: lastCommit,
}

const issue = {
  iid: 5,
  title: 'The lamp flickers',
  description: 'Every night, at two.',
  state: 'opened',
  action: 'open',
  type: 'Issue',
  url: 'https://gitlab.example/harbour/lighthouse/-/issues/5',
}

const note = {
  note: 'I have seen it, too.',
  noteable_type: 'Issue',
  action: 'create',
  url: 'https://gitlab.example/harbour/lighthouse/-/issues/5#note_1',
}

const push = {
  object_kind: 'push',
  event_name: 'push',
  before: 'ef'.repeat(20),
  after: 'a2'.repeat(20),
  ref: 'refs/heads/main',
  user_name: 'Mira Sand',
  user_username: 'mira',
  project,
  commits: [
    {
      id: 'a1'.repeat(20),
      message: 'Polish the lens\n\nIt was dusty.',
      title: 'Polish the lens',
      url: 'https://gitlab.example/harbour/lighthouse/-/commit/a1a1',
      author: { name: 'Mira Sand', email: 'mira@example.com' },
    },
  ],
  total_commits_count: 24,
}

/** One of each kind. */
export const gitLabPayloads: Readonly<Record<string, object>> = {
  push,
  'push (new branch)': { ...push, before: zeros, commits: [], total_commits_count: 0 },
  'push (gone)': { ...push, after: zeros, commits: [], total_commits_count: 0 },
  tag_push: { ...push, object_kind: 'tag_push', ref: 'refs/tags/v2.0', commits: [], total_commits_count: 0 },
  issue: { object_kind: 'issue', event_type: 'issue', user, project, object_attributes: issue },
  'issue (assigned)': {
    object_kind: 'issue',
    user,
    project,
    object_attributes: { ...issue, action: 'update' },
    changes: { assignees: { previous: [], current: [{ name: 'Otto', username: 'otto' }] } },
  },
  'issue (of another type)': {
    object_kind: 'work_item',
    user,
    project,
    object_attributes: { ...issue, type: 'Task', action: 'close' },
  },
  merge_request: { object_kind: 'merge_request', user, project, object_attributes: mergeRequest },
  'merge_request (merged)': {
    object_kind: 'merge_request',
    user,
    project,
    object_attributes: { ...mergeRequest, state: 'merged', action: 'merge' },
  },
  'merge_request (pushed to)': {
    object_kind: 'merge_request',
    user,
    project,
    object_attributes: { ...mergeRequest, action: 'update', oldrev: 'cd'.repeat(20) },
  },
  note: { object_kind: 'note', user, project, object_attributes: note, issue },
  'note (on a merge request)': {
    object_kind: 'note',
    user,
    project,
    object_attributes: { ...note, noteable_type: 'MergeRequest' },
    merge_request: mergeRequest,
  },
  'note (on a commit)': {
    object_kind: 'note',
    user,
    project,
    object_attributes: { ...note, noteable_type: 'Commit' },
    commit: { id: 'a1'.repeat(20), message: 'Polish the lens', url: 'https://gitlab.example/c/a1' },
  },
  'note (on a snippet)': {
    object_kind: 'note',
    user,
    project,
    object_attributes: { ...note, noteable_type: 'Snippet' },
    snippet: { id: 3, title: 'How to wind' },
  },
  pipeline: {
    object_kind: 'pipeline',
    object_attributes: {
      id: 31,
      ref: 'main',
      tag: false,
      sha: 'a2'.repeat(20),
      status: 'failed',
      duration: 63,
      url: 'https://gitlab.example/harbour/lighthouse/-/pipelines/31',
    },
    user,
    project,
    builds: [
      { id: 1, stage: 'build', name: 'compile', status: 'success' },
      { id: 2, stage: 'test', name: 'lamps', status: 'failed', allow_failure: false },
    ],
  },
  build: {
    object_kind: 'build',
    ref: 'main',
    sha: 'a2'.repeat(20),
    build_id: 2,
    build_name: 'lamps',
    build_stage: 'test',
    build_status: 'success',
    project_name: 'harbour / lighthouse',
    user,
    repository: { name: 'lighthouse', homepage: 'https://gitlab.example/harbour/lighthouse' },
  },
  deployment: {
    object_kind: 'deployment',
    status: 'success',
    deployable_url: 'https://gitlab.example/jobs/9',
    environment: 'shore',
    environment_external_url: 'https://shore.example.com',
    project,
    short_sha: 'a2a2a2a2',
    user,
    ref: 'main',
  },
  release: {
    object_kind: 'release',
    action: 'create',
    name: 'The second light',
    tag: 'v2.0',
    description: '- brighter',
    url: 'https://gitlab.example/harbour/lighthouse/-/releases/v2.0',
    project,
  },
  wiki_page: {
    object_kind: 'wiki_page',
    user,
    project,
    object_attributes: {
      title: 'Lamps',
      action: 'create',
      url: 'https://gitlab.example/w/Lamps',
      message: 'First',
    },
  },
  feature_flag: {
    object_kind: 'feature_flag',
    user,
    project,
    object_attributes: { id: 6, name: 'red-light', description: '', active: true },
  },
}
