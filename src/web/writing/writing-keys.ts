// The keys that begin a message, and the list of those that format one.
import { shortcut } from '../shell/shortcuts'
import { startConversation, writeHere } from './current-box'

shortcut({ keys: 'c', area: 'writing', label: 'writing.keyCompose', run: () => writeHere() })
shortcut({
  keys: 'x',
  area: 'writing',
  label: 'writing.keyDirect',
  run: () => startConversation({ type: 'private', user_ids: [] }),
})
// The field listens to these itself.
shortcut({ keys: '$mod+b', area: 'writing', label: 'writing.bold' })
shortcut({ keys: '$mod+i', area: 'writing', label: 'writing.italic' })
shortcut({ keys: '$mod+Shift+X', area: 'writing', label: 'writing.strike' })
shortcut({ keys: '$mod+Shift+L', area: 'writing', label: 'writing.link' })
shortcut({ keys: '$mod+Shift+C', area: 'writing', label: 'writing.code' })
shortcut({ keys: '$mod+Shift+U', area: 'writing', label: 'writing.bullets' })
shortcut({ keys: '$mod+Shift+O', area: 'writing', label: 'writing.numbers' })
shortcut({ keys: 'ArrowUp', area: 'writing', label: 'writing.keyEditLast' })
