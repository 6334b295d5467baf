// The keyboard's shortcuts: one list, in which whoever offers a command registers its keys, and one listener that finds what is meant.
import { signal, type ReadonlySignal } from '@preact/signals'
import { createKeybindingsHandler } from 'tinykeys'
import type { TextKey } from '../texts/text'

/** How `?` groups them, in this order; each has its heading in the texts. */
export const shortcutAreas = ['general', 'finding', 'reading', 'writing', 'messages', 'lists'] as const
export type ShortcutArea = (typeof shortcutAreas)[number]

export interface Shortcut {
  /** As tinykeys spells them, such as `Shift+P`, `$mod+k` or `?`; several do the same. */
  keys: string | readonly string[]
  area: ShortcutArea
  label: TextKey
  /**
   * Does it. Answers false if there was nothing to do: then the next one with this key is asked, and in the end the
   * browser. Without `run`, the keys are only listed: some part of the page listens to them itself.
   */
  run?(event: KeyboardEvent): boolean | void
  /** Whether it is meant now; several may share a key. Always, if not said. */
  when?(): boolean
  /** Whether it works while somebody is writing in a field, too. */
  whileWriting?: boolean
}

const registered = signal<readonly Shortcut[]>([])

/** All there are, in the order in which they were registered. */
export const allShortcuts: ReadonlySignal<readonly Shortcut[]> = registered

let listener: ((event: Event) => void) | undefined

/**
 * Offers a shortcut, best from where its module begins, so that `?` lists it at all times: `when` says where it works. Of
 * several with one key the newest is asked first.
 * @returns takes it back
 */
export function shortcut(offered: Shortcut): () => void {
  registered.value = [...registered.value, offered]
  listener = undefined
  return () => {
    registered.value = registered.value.filter((each) => each !== offered)
    listener = undefined
  }
}

addEventListener('keydown', (event) => {
  if (event.defaultPrevented || event.isComposing) return
  listener ??= handler()
  listener(event)
})

function handler(): (event: Event) => void {
  const byKeys = new Map<string, Shortcut[]>()
  for (const each of registered.peek())
    for (const keys of [each.keys].flat()) byKeys.set(keys, [each, ...(byKeys.get(keys) ?? [])])
  const bindings = [...byKeys].map(
    ([keys, those]) => [spelled(keys), (event: KeyboardEvent) => perform(those, event)] as const,
  )
  return createKeybindingsHandler(Object.fromEntries(bindings), { ignore: () => false })
}

/** Signs are typed with Shift on some keyboards and without on others. */
function spelled(keys: string): string {
  return /^[^\p{L}\p{N}\s]$/u.test(keys) ? `[Shift]+${keys}` : keys
}

function perform(those: readonly Shortcut[], event: KeyboardEvent): void {
  const isWriting = isField(event.target)
  for (const { run, when, whileWriting } of those) {
    if (!run || (isWriting && !whileWriting) || isKeyOfTarget(event) || isBehindDialog()) continue
    if (when && !when()) continue
    if (run(event) === false) continue
    event.preventDefault()
    return
  }
}

/** Whether keys pressed there are meant as text. */
export function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest('input:not([type=checkbox], [type=radio]), textarea, select') !== null)
  )
}

/** Enter and the space bar are the button's or the link's that has the focus. */
function isKeyOfTarget({ key, target, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if ((key !== 'Enter' && key !== ' ') || ctrlKey || metaKey) return false
  return (
    target instanceof Element && target.closest('button, a[href], summary, [role=option], label') !== null
  )
}

/** What lies above has its own keys. */
function isBehindDialog(): boolean {
  return document.querySelector('dialog:modal, [role=menu]') !== null
}
