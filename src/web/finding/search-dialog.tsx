// The search; comes with its suggestions in a step of its own.
export function showSearch(): void {}
