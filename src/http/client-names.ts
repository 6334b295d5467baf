// What follows from the name a client goes by (notes, Requests).

/** Whether a client reads the public protocol's word where that and the contract's can't both stand. */
export function readsPublicNames(client: string): boolean {
  return /^zulip/i.test(client)
}
