// Edits that were begun and are not saved yet, on this device: whoever loads the page again finds theirs as they were.
import { ownStorage } from '../live/own-storage'
import { isNumber, isText, shape, type Checked } from '../store/shapes'

const isKeptEdit = shape({
  text: isText,
  /** What the message said when editing began. */
  before: isText,
  /** Milliseconds. */
  timestamp: isNumber,
})
export type KeptEdit = Checked<typeof isKeptEdit>

/** By the ID of the message. */
export const keptEdits = ownStorage('edits', isKeptEdit)
