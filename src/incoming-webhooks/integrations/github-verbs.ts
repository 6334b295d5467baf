// GitHub: what its actions are called in a sentence.
import { bold, code, type Markdown } from '../markdown'
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

/** Whom something is given to. */
export function assigneeOf(payload: Payload): Markdown {
  return bold(payload.text('assignee', 'login') || 'somebody')
}

export function labelOf(payload: Payload): Markdown {
  return code(payload.text('label', 'name') || 'unnamed')
}
