// The button of the lists that begins a conversation; where to is chosen there.
import { SquarePen } from 'lucide-preact'
import { IconButton } from '../parts/icon-button'
import { text } from '../texts/text'
import { startConversation } from '../writing/current-box'

export function NewConversation() {
  return (
    <IconButton
      icon={SquarePen}
      label={text('finding.newConversation')}
      aria-keyshortcuts="c"
      onClick={() => startConversation()}
    />
  )
}
