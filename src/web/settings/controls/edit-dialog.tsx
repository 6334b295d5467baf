// A dialog that makes a thing, or changes one that there is: it follows what becomes of that elsewhere, and sends what was changed.
import type { ComponentChildren } from 'preact'
import { useEdited } from '../../parts/edited'
import { text, type TextKey } from '../../texts/text'
import { FormDialog } from './form-dialog'

interface Props<T> {
  /** Undefined for a new one. */
  id: number | undefined
  /** As it is now; undefined where it is new, or gone. */
  now: NoInfer<T> | undefined
  /** What a new one begins with. */
  blank: T
  titles: { new: TextKey; edit: TextKey }
  size?: 'small' | 'medium'
  create(thing: T): Promise<unknown>
  change(changes: Partial<T>, thing: T): Promise<unknown>
  onClose(): void
  /** Its fields. */
  children(thing: T, set: (change: Partial<T>) => void): ComponentChildren
}

export function EditDialog<T extends object>(props: Props<T>) {
  const { id, now, blank, titles, size = 'small', create, change, onClose, children } = props
  const { shown, set, send, isGone } = useEdited<T>(now, blank)
  const isNew = id === undefined
  return (
    <FormDialog
      title={text(isNew ? titles.new : titles.edit)}
      action={text('settings.save')}
      size={size}
      isGone={isGone}
      submit={() => (isNew ? create(shown) : send((changes) => change(changes, shown)))}
      onClose={onClose}
    >
      {children(shown, set)}
    </FormDialog>
  )
}
