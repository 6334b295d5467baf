// A message that was begun to be edited says so, until the edit goes on or is thrown away.
import { useComputed } from '@preact/signals'
import { text } from '../texts/text'
import { dropEdit, isLeftUnsaved, startEditing } from './editing'

export function LeftEdit({ messageId }: { messageId: number }) {
  // There are hundreds of messages: the others are not drawn anew.
  const isLeft = useComputed(() => isLeftUnsaved(messageId))
  if (!isLeft.value) return null
  return (
    <div class="left-edit" role="note">
      <span>{text('writing.leftEdit')}</span>
      <button type="button" class="button plain small" onClick={() => startEditing(messageId)}>
        {text('writing.goOnEditing')}
      </button>
      <button type="button" class="button plain small" onClick={() => dropEdit(messageId)}>
        {text('writing.discard')}
      </button>
    </div>
  )
}
