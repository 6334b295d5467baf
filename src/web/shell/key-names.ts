// Keys as people know them: `$mod+k` is Ctrl and K, or ⌘ and K on a Mac.
import { text, type TextKey } from '../texts/text'

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

const signs: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Enter: '↵',
  BracketLeft: '[',
  Meta: '⌘',
  ...(isMac ? { $mod: '⌘', Alt: '⌥', Shift: '⇧' } : {}),
}
const names: Readonly<Record<string, TextKey>> = {
  $mod: 'keys.control',
  Control: 'keys.control',
  Shift: 'keys.shift',
  Alt: 'keys.alt',
  Escape: 'keys.escape',
  Home: 'keys.home',
  End: 'keys.end',
  PageUp: 'keys.pageUp',
  PageDown: 'keys.pageDown',
  Delete: 'keys.delete',
  Tab: 'keys.tab',
  Space: 'keys.space',
}

/** The keys that are pressed together, or one after the other. @param keys as a shortcut has them */
export function keyNames(keys: string): string[] {
  return keys
    .split(/(?<=[\w\]])[+]| /)
    .filter((key) => !/^\[.+\]$/.test(key))
    .map((key) => signs[key] ?? nameOf(key))
}

function nameOf(key: string): string {
  const name = names[key]
  if (name) return text(name)
  return key.length === 1 ? key.toUpperCase() : key
}
