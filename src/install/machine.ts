// The machine that Confab is installed on: its programs, users and services, or none of them where only files are laid out.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { InstallError } from './install-error'
import type { Owner } from './files'
import type { Step } from './steps'

export const unitName = 'confab.service'

/** Where things go; all below `root`, which is empty for this machine itself. */
export interface Places {
  readonly root: string
  readonly executable: string
  readonly data: string
  readonly user: string
}

const unitPath = `/etc/systemd/system/${unitName}`
const sysusersPath = '/etc/sysusers.d/confab.conf'
/** Where root keeps secrets for the server: files with the names of settings. */
export const credentialsFolder = '/etc/confab/credentials'

export function placed({ root }: Pick<Places, 'root'>) {
  const at = (path: string): string => (root === '' ? path : join(root, path))
  return { at, unit: at(unitPath), sysusers: at(sysusersPath), credentials: at(credentialsFolder) }
}

/** @throws InstallError if services can't be managed here, or not by this user */
export function assertManageable({ root }: Pick<Places, 'root'>): void {
  if (root !== '') return
  if (process.platform !== 'linux' || !existsSync('/run/systemd/system'))
    throw new InstallError(
      'This machine is not run by systemd. Run `confab serve` by what starts services here, or in a container; ' +
        '--root FOLDER lays out the files for another machine.',
    )
  if (process.getuid?.() !== 0)
    throw new InstallError('That takes root: run it with sudo. --dry-run shows what it would do.')
}

/** Whom the server's files belong to; undefined where there is no such user, as below another root. */
export function ownerOf({ root, user }: Places): Owner {
  return () => {
    if (root !== '') return undefined
    const ids = idsOf(user)
    if (!ids) throw new InstallError(`There is no user ${user} after all.`)
    return ids
  }
}

/** Makes the user as its file in sysusers.d says. */
export function systemUser(places: Places): Step {
  const { root, user } = places
  return {
    change: () => (root !== '' || idsOf(user) ? undefined : { title: `Make the system user ${user}` }),
    async perform() {
      await run('systemd-sysusers', placed(places).sysusers)
      return { undo: () => run('userdel', user) }
    },
  }
}

/** Whether the service runs, and is started with the machine; neither where only files are laid out. */
export interface ServiceState {
  readonly isEnabled: boolean
  readonly isActive: boolean
}

export function serviceState({ root }: Pick<Places, 'root'>): ServiceState {
  const says = (...args: string[]): boolean =>
    root === '' &&
    Bun.which('systemctl') !== null &&
    Bun.spawnSync(['systemctl', '--quiet', ...args, unitName]).success
  return { isEnabled: says('is-enabled'), isActive: says('is-active') }
}

/**
 * Has the service start now and with the machine, anew if it runs.
 * @param isChanged whether it has any reason to, if it runs already
 */
export function startedService({ root }: Places, was: ServiceState, isChanged: boolean): Step {
  return {
    change() {
      if (root !== '' || (was.isActive && was.isEnabled && !isChanged)) return undefined
      return {
        title: was.isActive ? `Start ${unitName} anew` : `Start ${unitName}, now and with the machine`,
      }
    },
    async perform() {
      const undo = async () => {
        if (!was.isEnabled) await run('systemctl', 'disable', unitName)
        if (!was.isActive) await run('systemctl', 'stop', unitName)
      }
      try {
        await run('systemctl', 'daemon-reload')
        await run('systemctl', 'enable', unitName)
        await run('systemctl', 'restart', unitName)
      } catch (error) {
        const said = await lastWords()
        await undo()
        throw new InstallError(`${error instanceof Error ? error.message : String(error)}\n${said}`.trim())
      }
      return { undo }
    },
  }
}

/** Has systemd read again what files were put back, and what ran before run by them. */
export async function asBefore({ root }: Pick<Places, 'root'>, was: ServiceState): Promise<void> {
  await reloaded({ root })
  if (was.isActive) await run('systemctl', 'restart', unitName)
}

export function stoppedService(was: ServiceState): Step {
  return {
    change: () =>
      was.isActive || was.isEnabled ? { title: `Stop ${unitName}, now and for good` } : undefined,
    async perform() {
      await run('systemctl', 'disable', '--now', unitName)
      return {
        async undo() {
          if (was.isEnabled) await run('systemctl', 'enable', unitName)
          if (was.isActive) await run('systemctl', 'start', unitName)
        },
      }
    },
  }
}

/** Has systemd forget a unit that is gone. */
export async function reloaded({ root }: Pick<Places, 'root'>): Promise<void> {
  if (root === '') await run('systemctl', 'daemon-reload')
}

function idsOf(user: string): { uid: number; gid: number } | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((each) => each.startsWith(`${user}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) }
}

/** What the service said last, which is why it did not start. */
async function lastWords(): Promise<string> {
  await Bun.spawn(['journalctl', '--sync'], { stderr: 'ignore' }).exited
  const log = Bun.spawn(['journalctl', '--unit', unitName, '--lines', '5', '--no-pager', '--output', 'cat'], {
    stderr: 'ignore',
  })
  return (await log.stdout.text()).trim()
}

/** @throws InstallError with what the program said */
async function run(program: string, ...args: string[]): Promise<void> {
  const command = [program, ...args]
  if (Bun.which(program) === null) throw new InstallError(`There is no ${program} on this machine.`)
  const child = Bun.spawn(command, { stdout: 'ignore', stderr: 'pipe' })
  const said = await child.stderr.text()
  if ((await child.exited) !== 0) throw new InstallError(`${command.join(' ')}: ${said.trim()}`)
}
