// The boxes in which something is being written, by conversation: whoever comes back finds theirs as it was.
import { clearAtLogOut } from '../live/log-out'
import { ComposeBox } from './compose-box'
import { destinationKey, type Destination } from './destination'
import { DraftKeeper } from './drafts'

interface Kept {
  compose: ComposeBox
  draft: DraftKeeper
}

const boxes = new Map<string, Kept>()

export function boxFor(home: Destination): ComposeBox {
  const key = destinationKey(home)
  const known = boxes.get(key)
  if (known) return known.compose
  const compose = new ComposeBox(home)
  boxes.set(key, { compose, draft: new DraftKeeper(compose) })
  return compose
}

/** The box is not shown any more; one with something in it stays. */
export function leaveBox(compose: ComposeBox): void {
  const key = destinationKey(compose.home)
  const kept = boxes.get(key)
  if (kept?.compose !== compose) return
  void kept.draft.flush()
  if (!compose.box.isBlank.peek() || compose.uploads.count.peek() > 0) return
  kept.draft.stop()
  boxes.delete(key)
}

addEventListener('pagehide', () => {
  for (const { draft } of boxes.values()) void draft.flush({ keepalive: true })
})

// The server keeps the drafts of whoever logs out; what this device has kept of them goes with the rest.
clearAtLogOut(async () => {
  const drafts = [...boxes.values()].map(({ draft }) => draft)
  boxes.clear()
  await Promise.allSettled(drafts.map((draft) => draft.flush()))
  for (const draft of drafts) draft.stop()
})
