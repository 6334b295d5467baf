// How what machines do ends, in words.
import { code, say, nothing, type Markdown } from '../markdown'

/** How things end, as a word and a sign that is seen from afar. */
export function outcome(conclusion: string): Markdown {
  switch (conclusion) {
    case 'success':
    case 'succeeded':
      return say`:check: succeeded`
    case 'failure':
    case 'failed':
    case 'error':
    case 'startup_failure':
      return say`:cross_mark: failed`
    case 'timed_out':
      return say`:hourglass: timed out`
    case 'cancelled':
    case 'canceled':
      return say`:stop_button: was cancelled`
    case 'skipped':
      return say`was skipped`
    case 'action_required':
      return say`:warning: needs somebody to act`
    default:
      return say`ended: ${conclusion || 'unknown'}`
  }
}

/** Which branch and commit it was about. */
export function ofWhat(branch: string, commit: string): Markdown {
  const id = code(commit.slice(0, 7))
  const at = id.isEmpty ? nothing : say` (${id})`
  return branch === '' ? at : say` on ${code(branch)}${at}`
}
