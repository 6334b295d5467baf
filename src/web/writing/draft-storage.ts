// Drafts on this device, which is all there is of them while the server is out of reach or they are not to be shared.
import { ownStorage } from '../live/own-storage'
import { isBoolean, isNumber, isText, optional, shape } from '../store/shapes'

const isLocalDraft = shape({
  content: isText,
  /** Milliseconds. */
  timestamp: isNumber,
  /** What it is called on the server, where it is there. */
  id: optional(isNumber),
  /** Whether the server has yet to hear of it. */
  isNew: isBoolean,
})

/** By the key of the conversation in which they are written. */
export const localDrafts = ownStorage('drafts', isLocalDraft)
