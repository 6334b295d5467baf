// Drafts: what somebody has written and not sent, on all of their devices.
import type { ServerEvent } from './events'
import { IdMap } from './id-map'
import { isEqual } from './records'
import { isNumber, isNumbers, isText, listOf, oneOf, shape, type Checked, type Fields } from './shapes'

/** `to` is a channel's ID alone, or those of everybody else; for an empty `type` nothing was chosen yet. */
const isDraft = shape({
  id: isNumber,
  type: oneOf('', 'stream', 'private'),
  to: isNumbers,
  topic: isText,
  content: isText,
  timestamp: isNumber,
})
export type Draft = Checked<typeof isDraft>

export type Drafts = IdMap<Draft>

export function draftsFrom(register: Fields): Drafts {
  return IdMap.by(listOf(isDraft, register['drafts']), ({ id }) => id)
}

/** `drafts`: `add`, `update`, `remove`; whoever no longer shares them between devices has none here. */
export function draftsAfter(drafts: Drafts, event: ServerEvent): Drafts {
  if (event.type === 'user_settings')
    return event['property'] === 'enable_drafts_synchronization' && event['value'] === false
      ? IdMap.none
      : drafts
  if (event.type !== 'drafts') return drafts
  if (event['op'] === 'remove')
    return isNumber(event['draft_id']) ? drafts.without(event['draft_id']) : drafts
  const said = event['op'] === 'add' ? event['drafts'] : [event['draft']]
  const news = listOf(isDraft, said).filter((draft) => !isEqual(drafts.get(draft.id), draft))
  return drafts.withAll(news.map((draft) => [draft.id, draft]))
}
