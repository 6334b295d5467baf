// What is typed while that which it is meant for is still being loaded.

export interface KeptKeys {
  readonly text: string
  /** Whether Enter came after it. */
  readonly isEntered: boolean
}

/**
 * Keeps all keys from now on, from everybody else.
 * @param onEscape called when nobody wants any more what is being loaded; keys are let through then
 * @returns ends that, and gives what was typed
 */
export function keepKeys(onEscape: () => void): () => KeptKeys {
  let kept: KeptKeys = { text: '', isEntered: false }
  const end = (): KeptKeys => {
    removeEventListener('keydown', keep, true)
    return kept
  }
  function keep(event: KeyboardEvent): void {
    const { key } = event
    if (event.ctrlKey || event.metaKey || event.isComposing || key === 'Shift') return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (key === 'Escape') {
      end()
      onEscape()
    } else if (kept.isEntered) return
    else if (key === 'Enter') kept = { ...kept, isEntered: true }
    else if (key === 'Backspace') kept = { ...kept, text: [...kept.text].slice(0, -1).join('') }
    else if ([...key].length === 1) kept = { ...kept, text: kept.text + key }
  }
  addEventListener('keydown', keep, true)
  return end
}
