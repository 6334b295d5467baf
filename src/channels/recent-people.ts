// Who counts as being around: bots, and people active within two weeks (contract 4.17, `partial`).
import type { Organization } from '../organization/organization'
import { part } from '../organization/part'
import { directory, type Directory } from '../users/repository'

interface Known {
  directory: Directory
  flags: Uint8Array
}

const known = part((): { current: Known | undefined } => ({ current: undefined }))

/** By user ID: 1 for bots and for everyone who may have been active in the last 14 days. */
export function isLikelyPresent(organization: Organization): Uint8Array {
  const everybody = directory(organization)
  const memory = known(organization)
  if (memory.current?.directory !== everybody) {
    const flags = new Uint8Array((everybody.all.at(-1)?.id ?? 0) + 1)
    for (const user of everybody.all) if (user.isActive) flags[user.id] = 1
    memory.current = { directory: everybody, flags }
  }
  return memory.current.flags
}
