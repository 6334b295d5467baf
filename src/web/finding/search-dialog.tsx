// Stub.
export function showSearch(): void {}
