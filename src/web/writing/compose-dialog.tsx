// A new message where the view has no box of its own.
import { Dialog } from '../parts/dialog'
import { text } from '../texts/text'
import { Compose } from './compose'
import type { Destination } from './destination'

export function ComposeDialog({ to, close }: { to: Destination; close(): void }) {
  return (
    <Dialog title={text('writing.newMessage')} size="medium" onClose={close}>
      <Compose to={to} autofocus onSent={close} />
    </Dialog>
  )
}
