// GitHub: what its actions are called in a sentence.
import { bold, code, say, type Markdown } from '../markdown'
import type { Payload } from '../payload'

/** Actions that make a sentence by themselves; others are either said in a way of their own, or no news. */
const verbs: Readonly<Record<string, string>> = {
  answered: 'marked an answer to',
  category_changed: 'moved',
  closed: 'closed',
  converted_to_draft: 'converted to a draft:',
  deleted: 'deleted',
  demilestoned: 'removed the milestone of',
  edited: 'edited',
  enqueued: 'added to the merge queue:',
  locked: 'locked',
  opened: 'opened',
  pinned: 'pinned',
  ready_for_review: 'marked as ready for review:',
  reopened: 'reopened',
  transferred: 'transferred',
  unanswered: 'unmarked the answer to',
  unlocked: 'unlocked',
  unpinned: 'unpinned',
}

export function verbFor(action: string): string | undefined {
  return Object.hasOwn(verbs, action) ? verbs[action] : undefined
}

/** What was done to an issue or a pull request alike, in words; undefined for what is not worth any. */
export function doneTo(payload: Payload, name: Markdown): Markdown | undefined {
  const action = payload.text('action')
  const assignee = bold(payload.text('assignee', 'login') || 'somebody')
  const label = code(payload.text('label', 'name') || 'unnamed')
  switch (action) {
    case 'assigned':
      return say`assigned ${name} to ${assignee}`
    case 'unassigned':
      return say`unassigned ${assignee} from ${name}`
    case 'labeled':
      return say`added the label ${label} to ${name}`
    case 'unlabeled':
      return say`removed the label ${label} from ${name}`
    default: {
      const verb = verbFor(action)
      return verb === undefined ? undefined : say`${verb} ${name}`
    }
  }
}
