// Opens the emoji picker, which is loaded when somebody first wants it.
import { showDialog } from '../parts/dialogs'
import { showLoaded } from '../parts/loaded-dialog'
import type { FoundEmoji } from './emoji-search'

/**
 * Shows the picker. @param at the button that it stands at; the focus goes back there, unless `onPick` takes it elsewhere
 * @param onPick gets what reactions need (`type`, `code`) and the name that goes between colons
 */
export function showEmojiPicker(at: Element, onPick: (emoji: FoundEmoji) => void): void {
  showLoaded(
    () => import('./picker-dialog'),
    ({ PickerDialog }) =>
      showDialog((close) => (
        <PickerDialog
          at={at}
          close={close}
          onPick={(emoji) => {
            close()
            // Behind a dialog that is still open nothing could take the focus.
            setTimeout(() => onPick(emoji))
          }}
        />
      )),
  )
}
