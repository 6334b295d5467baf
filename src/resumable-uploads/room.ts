// Room for uploads that are not whole: taken when they are begun, so that none has to end for want of it; and who holds which.
import { never, seconds } from '../organization/clock'
import type { Organization } from '../organization/organization'
import { organizationState } from '../organization/state'
import { takeSpace, type Space } from '../uploads/limits'
import { UploadLocks } from './locks'
import { allUnfinished, type ResumableUpload } from './repository'

/** What nobody has gone on with for so long is forgotten; so is, then, what has become of a whole one. */
export const lifetimeSeconds = 24 * 3600
/** What nobody has gone on with for so long has no room kept: whoever goes on later takes it again, if there is any. */
const idleSeconds = 3600

/** Which requests work on which uploads. */
export const locks = organizationState(() => new UploadLocks())

/** By upload. */
const spaces = organizationState((organization) => {
  const held = new Map<string, Space>()
  for (const upload of allUnfinished(organization.db)) {
    if (isIdle(organization, upload)) continue
    try {
      held.set(upload.id, takeSpace(organization, upload.length ?? 0))
    } catch {
      // The quota was made smaller meanwhile: whoever goes on with it is told.
    }
  }
  return held
})

/** Keeps room for so many bytes of an upload. @throws ApiError PAYLOAD_TOO_LARGE, REALM_UPLOAD_QUOTA */
export function reserve(organization: Organization, id: string, length: number): void {
  const space = spaces(organization).get(id)
  if (space) space.grow(length)
  else spaces(organization).set(id, takeSpace(organization, length))
}

/** The room of an upload, for whoever gives it back from now on; undefined where none is kept. */
export function handOver(organization: Organization, id: string): Space | undefined {
  const space = spaces(organization).get(id)
  spaces(organization).delete(id)
  return space
}

export function giveBack(organization: Organization, id: string): void {
  handOver(organization, id)?.release()
}

/** When it was last looked for idle ones, in milliseconds. */
const looked = organizationState(() => ({ at: -Infinity }))
const minuteMs = 60 * 1000

/** When it is to be looked for idle ones, in milliseconds: once a minute, while some are under way. */
export function nextIdle(organization: Organization): number {
  return spaces(organization).size === 0 ? never : looked(organization).at + minuteMs
}

/** Gives back what is kept for uploads that lie idle. Called by the timer. */
export function giveBackIdle(organization: Organization): void {
  looked(organization).at = organization.clock.now()
  for (const upload of allUnfinished(organization.db)) {
    if (isIdle(organization, upload)) giveBack(organization, upload.id)
  }
}

/** Nobody has gone on with it for an hour, nor works on it now. */
export function isIdle(organization: Organization, { id, expiresAt }: ResumableUpload): boolean {
  const idleFor = seconds(organization.clock) + lifetimeSeconds - expiresAt
  return idleFor >= idleSeconds && !locks(organization).isHeld(id)
}
