// What `confab organization move` and `receive` have done by whoever holds the data folders; the files go from process to process.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { Type } from '@sinclair/typebox'
import { queues } from '../events/queues'
import { badRequest } from '../http/errors'
import { jobRunners } from '../jobs/runner'
import { markMoving } from '../organization/away'
import { watchChanges, type ChangeWatch } from '../organization/checkpoint-holds'
import { copyDatabase } from '../organization/database-copy'
import { databaseFile, type Organization } from '../organization/organization'
import { folderName, type Organizations } from '../organization/organizations'
import { organizationState } from '../organization/state'
import { settings } from '../organization/settings'
import { savePresence } from '../presence/actions'
import { pieceSize } from '../relocation/protocol'
import { expectOrganization } from '../relocation/receiving'
import { storageName } from '../relocation/storage-name'
import { saveActivity } from '../users/activity'
import { chosen, operation, Subdomain } from './operation'

/** In the organization's folder: its database as it was when the move began. */
export const copyFile = `.moving-${databaseFile}`

const One = Type.Object({ subdomain: Type.String() })

export const receiveOrganization = operation(
  'organization/receive',
  One,
  Type.Object({ token: Type.String() }),
  async (organizations, { subdomain }) => ({ token: expectOrganization(organizations, subdomain) }),
)

/** Which organization is meant, and whether it is on its way already. */
export const findToMove = operation(
  'organization/find-to-move',
  Type.Object({ subdomain: Subdomain }),
  Type.Object({
    subdomain: Type.String(),
    folder: Type.String(),
    is_moving: Type.Boolean(),
    storage: Type.Union([Type.String(), Type.Null()]),
  }),
  async (organizations, { subdomain }) => {
    const moving = [...organizations.away].filter(([, to]) => to === undefined).map(([name]) => name)
    const [first] = moving
    const isMoving = moving.length === 1 && (subdomain === undefined || subdomain === first)
    const found = isMoving && first !== undefined ? first : chosen(organizations, subdomain).subdomain
    return {
      subdomain: found,
      folder: folderName(found),
      is_moving: organizations.isMoving(found),
      storage: storageName(organizations.rules),
    }
  },
)

/** What notes which pieces of the database change from before it is copied to when it is closed. */
const watches = organizationState((): { current: ChangeWatch | undefined } => ({ current: undefined }))

/** Copies the database while it is written. @returns the copy's path */
export const copyToMove = operation(
  'organization/copy-to-move',
  One,
  Type.Object({ copy: Type.String() }),
  async (organizations, { subdomain }) => {
    const organization = chosen(organizations, subdomain)
    const copy = join(organization.folder, copyFile)
    rmSync(copy, { force: true })
    // Of an earlier run that was cut short.
    endWatch(organization)
    await beginWatch(organization)
    await copyDatabase(organization, copy)
    return { copy }
  },
)

/** A command that was killed ends none: after so many milliseconds it has ended, and the pause reads the whole database. */
const longestWatch = 24 * 3600 * 1000

async function beginWatch(organization: Organization): Promise<void> {
  const watch = await watchChanges(organization, pieceSize)
  watches(organization).current = watch
  const end = (): void => {
    if (watches(organization).current === watch) endWatch(organization)
  }
  setTimeout(end, longestWatch).unref()
}

function endWatch(organization: Organization): ReadonlySet<number> | undefined {
  const watch = watches(organization)
  const changed = watch.current?.end()
  watch.current = undefined
  return changed
}

/** Serves it no longer: those who come are told to come again in a moment. @returns which pieces of the database may have changed since the copy */
export const suspendToMove = operation(
  'organization/suspend-to-move',
  One,
  Type.Object({ changed: Type.Union([Type.Array(Type.Integer()), Type.Null()]) }),
  async (organizations, { subdomain }) => {
    const organization = chosen(organizations, subdomain)
    // First what can fail: from here on it does not stay half-way.
    markMoving(organization.folder)
    queues(organization).drain()
    await jobRunners(organization).current?.stop()
    // A full disk is no reason to stand still; who was here lately is made up for by who is.
    await savePresence(organization).catch(() => undefined)
    await saveActivity(organization).catch(() => undefined)
    let changed: ReadonlySet<number> | undefined
    await organizations.suspend(organization, () => (changed = endWatch(organization)))
    return { changed: changed ? [...changed] : null }
  },
)

/** Serves it again. */
export const resumeHere = operation(
  'organization/resume-here',
  One,
  Type.Object({ name: Type.String() }),
  async (organizations, { subdomain }) => {
    assertMoving(organizations, subdomain)
    const organization = organizations.resume(subdomain)
    rmSync(join(organization.folder, copyFile), { force: true })
    queues(organization).restore()
    return { name: settings(organization).name }
  },
)

/** It is served elsewhere: those who come are sent there. */
export const letGoThere = operation(
  'organization/let-go-there',
  Type.Object({ subdomain: Type.String(), to: Type.String() }),
  Type.Object({ kept: Type.String() }),
  async (organizations, { subdomain, to }) => {
    assertMoving(organizations, subdomain)
    return { kept: organizations.letGo(subdomain, to) }
  },
)

function assertMoving(organizations: Organizations, subdomain: string): void {
  if (!organizations.isMoving(subdomain)) throw badRequest('The organization is not being moved')
}
