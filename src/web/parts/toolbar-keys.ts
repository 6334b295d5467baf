// Toolbars are one stop for the Tab key; the arrow keys go on from button to button.

/** To be put on the toolbar, whose buttons but one have the `tabIndex` -1. */
export function moveAlong(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button')]
  const now = buttons.findIndex((button) => button === document.activeElement)
  if (step === 0 || now < 0) return
  event.preventDefault()
  const direction = document.dir === 'rtl' ? -step : step
  const to = buttons[(now + direction + buttons.length) % buttons.length]
  for (const button of buttons) button.tabIndex = button === to ? 0 : -1
  to?.focus()
}
