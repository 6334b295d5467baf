// Stub.
export function showSwitcher(): void {}
