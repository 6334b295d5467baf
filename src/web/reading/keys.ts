// The keyboard in feeds.
import { offerMessageKeys } from '../acting/message-keys'
import { shortcut } from '../shell/shortcuts'
import { currentList, page, select, selectedMessage, selectEnd } from './selection'

const when = (): boolean => currentList.peek() !== undefined

shortcut({ keys: ['j', 'ArrowDown'], area: 'reading', label: 'reading.keyNext', when, run: () => select(1) })
shortcut({
  keys: ['k', 'ArrowUp'],
  area: 'reading',
  label: 'reading.keyPrevious',
  when,
  run: () => select(-1),
})
shortcut({
  keys: ['PageDown', 'Shift+J', 'Space'],
  area: 'reading',
  label: 'reading.keyPageDown',
  when,
  run: () => page(1),
})
shortcut({
  keys: ['PageUp', 'Shift+K', 'Shift+Space'],
  area: 'reading',
  label: 'reading.keyPageUp',
  when,
  run: () => page(-1),
})
shortcut({
  keys: ['End', 'Shift+G'],
  area: 'reading',
  label: 'reading.keyNewest',
  when,
  run: () => selectEnd('newest'),
})
shortcut({ keys: 'Home', area: 'reading', label: 'reading.keyOldest', when, run: () => selectEnd('oldest') })

offerMessageKeys(selectedMessage)
