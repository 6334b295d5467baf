// What of a machine the service does not see as others do, by its unit: what settings name there would fail some night, so it is refused
// when it is installed.
import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { backups } from '../settings/backups'
import type { Settings } from '../settings/settings'
import { allSettings } from '../settings/table'
import { InstallError } from './install-error'
import type { Places } from './machine'

/** By what stands in the unit, the folders that are hidden from it. */
const hidden = [
  { folders: ['/home', '/root', '/run/user'], why: 'homes are hidden from it' },
  { folders: ['/tmp', '/var/tmp'], why: 'it has a /tmp of its own, which goes when it stops' },
  { folders: ['/dev', '/proc', '/sys'], why: 'devices and what belongs to the kernel are hidden from it' },
]
/** It may read there what others put there at each start of the machine. */
const forgotten = [{ folders: ['/run'], why: 'it is empty whenever the machine starts' }]

/** With another root, paths are said as the service will see them: without it. */
type Root = Pick<Places, 'root'>

/** @throws InstallError if a place is none that the unit can name and reach */
export function assertPlaces({ executable, data, user, root }: Places): void {
  for (const path of [executable, data]) assertUsable(path, '', { root })
  if (!/^[a-z_][a-z0-9_-]{0,30}$/.test(user)) throw new InstallError(`${user} is no name for a system user.`)
}

/** Files and folders that settings name; secrets are copied. @throws InstallError for one that the service will not find there */
export function assertReached(settings: Settings, root: Root): void {
  for (const setting of allSettings) {
    const text = settings.text(setting)
    if (!setting.kind.isPath || setting.secret !== undefined || !text || text.includes('://')) continue
    const where = `${settings.named(setting)}: `
    if (setting.name === backups.name) assertUsable(resolve(text), where, root)
    else assertSeen(resolve(text), where, root, hidden)
  }
}

/** What the unit names, and what has to be there after each start of the machine. */
function assertUsable(path: string, where: string, root: Root): void {
  if (!/^(\/[\w.+@-]+)+$/.test(path) || path.includes('/../'))
    throw new InstallError(
      `${where}${path} must be an absolute path, of letters, digits and . _ + @ - alone.`,
    )
  assertSeen(path, where, root, [...hidden, ...forgotten])
}

/** On this machine, links are followed; those below another root lead nobody knows where. */
function assertSeen(path: string, where: string, { root }: Root, places: typeof hidden): void {
  const real = root === '' ? realPath(path) : path
  for (const each of [path, real]) {
    const why = places.find(({ folders }) =>
      folders.some((folder) => `${each}/`.startsWith(`${folder}/`)),
    )?.why
    if (why === undefined) continue
    const led = each === path ? '' : `, which leads to ${each},`
    throw new InstallError(
      `${where}${path}${led} is where services can't reach: ${why}. Choose a place outside of homes and /tmp, such as below /srv.`,
    )
  }
}

/** Where it is, or would be, once all links are followed. */
function realPath(path: string): string {
  if (existsSync(path)) return realpathSync(path)
  const above = dirname(path)
  return above === path ? path : join(realPath(above), basename(path))
}
