// Fields of the register state whose features are not here yet: empty, so that clients that expect them start.
import type { StatePart } from '../events/state'

/** By the event type that brings them. The feature's own part, listed after these, takes a field over. */
const fields: Readonly<Record<string, object>> = {
  realm_billing: { realm_billing: { has_pending_sponsorship_request: false } },
  realm_filters: { realm_filters: [] },
  stop_words: { stop_words: [] },
  video_calls: { has_zoom_token: false },
}

export const featuresToCome: readonly StatePart[] = Object.entries(fields).map(([type, values]) => ({
  types: [type],
  read: () => values,
}))
