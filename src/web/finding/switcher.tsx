// The quick switcher; comes in a step of its own.
export function showSwitcher(): void {}
