// IDs that no other element of the page has, for labels and descriptions.
import { useState } from 'preact/hooks'

let last = 0

/** The same for as long as the component is there. (Preact's `useId` counts from 0 again once the root is drawn anew.) */
export function useUniqueId(): string {
  const [id] = useState(() => `id-${String((last += 1))}`)
  return id
}
