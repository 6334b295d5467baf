// What `confab install` and `confab uninstall` do, in steps.
import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { backups } from '../settings/backups'
import { https, httpPort, httpsPort } from '../settings/https'
import { port } from '../settings/network'
import { serverRules } from '../settings/rules'
import { contentOf, settingsFor, type Settings } from '../settings/settings'
import { allSettings, settingsByName } from '../settings/table'
import { template } from '../settings/template'
import { entriesOf, tomlPath } from '../settings/toml-file'
import { version } from '../version'
import { copiedFile, dataGivenTo, folderAt, noFile, textFile } from './files'
import { InstallError } from './install-error'
import {
  credentialsFolder,
  ownerOf,
  placed,
  serviceState,
  startedService,
  stoppedService,
  systemUser,
  type Places,
  type ServiceState,
} from './machine'
import { assertPlaces, assertReached } from './reach'
import type { Step } from './steps'
import { installedBy, sysusersText, unitText } from './unit'

export interface InstallPlan {
  readonly steps: readonly Step[]
  /** As the service will have them. */
  readonly settings: Settings
  readonly was: ServiceState
}

export interface UninstallPlan {
  readonly steps: readonly Step[]
  readonly was: ServiceState
  /** What stays: the data, whose they are, and the folder of secrets. */
  readonly data: string
  readonly user: string
  readonly credentials: string
}

/**
 * @param flags settings for the server, by name, which its new `confab.toml` gets; secrets among them become credentials
 * @throws InstallError, SettingsError
 */
export async function installPlan(places: Places, flags: ReadonlyMap<string, string>): Promise<InstallPlan> {
  assertPlaces(places)
  const { at, unit, sysusers, credentials } = placed(places)
  const data = at(places.data)
  for (const folder of [data, credentials]) assertReadable(folder)
  await assertNew(data, flags)
  const settings = await settingsFor(data, flags, { CREDENTIALS_DIRECTORY: credentials })
  settings.assertEach()
  assertReached(settings, places)
  // Files that settings name are those of this machine, unless all is for another.
  if (places.root === '') await serverRules(data, settings)
  const secrets = secretsIn(flags)
  const owner = ownerOf(places)
  const writes = foldersWritten(settings)
  const own = [
    textFile({ path: sysusers, mode: 0o644, text: sysusersText(places.user, places.data) }),
    systemUser(places),
    folderAt({ path: data, mode: 0o700, owner }),
    dataGivenTo(data, places.user, ownerOf(places)),
    ...(existsSync(tomlPath(data))
      ? []
      : [textFile({ path: tomlPath(data), mode: 0o600, owner, text: template(withWholePaths(flags)) })]),
    ...writes.map((path) => folderAt({ path: at(path), mode: 0o700, owner })),
    folderAt({ path: credentials, mode: 0o700 }),
    ...secrets.map(({ name, text }) =>
      textFile({ path: join(credentials, name), mode: 0o600, text, isSecret: true }),
    ),
    copiedFile({
      path: at(places.executable),
      mode: 0o755,
      from: process.execPath,
      describe: () => `${versionOf(at(places.executable))} becomes ${version}`,
    }),
    textFile({
      path: unit,
      mode: 0o644,
      text: unitText({
        ...places,
        writes,
        hasLowPort: hasLowPort(settings),
        credentials: [...new Set([...credentialsIn(credentials), ...secrets.map(({ name }) => name)])].sort(),
        credentialsFolder,
      }),
    }),
  ]
  const was = serviceState(places)
  const isChanged = own.some((step) => step.change() !== undefined)
  return { steps: [...own, startedService(places, was, isChanged)], settings, was }
}

/** What is installed, and how it goes; undefined where nothing is. It leaves the data, their user and the secrets. */
export function uninstallPlan(root: string): UninstallPlan | undefined {
  const { at, unit, sysusers, credentials } = placed({ root })
  if (!existsSync(unit)) return undefined
  const text = readFileSync(unit, 'utf8')
  const installed = installedBy(text)
  if (!installed) throw new InstallError(`${unit} is not by \`confab install\`: it is left alone.`)
  const was = serviceState({ root })
  const steps = [stoppedService(was), noFile(unit), noFile(sysusers), noFile(at(installed.executable))]
  return { steps, was, data: at(installed.data), user: installed.user, credentials }
}

/** @throws InstallError if there is a folder that this user may not look into: whatever was said of it would be wrong */
function assertReadable(folder: string): void {
  if (!existsSync(folder)) return
  try {
    accessSync(folder, constants.R_OK | constants.X_OK)
  } catch {
    throw new InstallError(
      `${folder} is not for this user to look into: run it as root, with --dry-run, too.`,
    )
  }
}

/** Paths in flags begin where the command is run, those in `confab.toml` beside that. */
function withWholePaths(flags: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const whole = ([name, text]: [string, string]): [string, string] =>
    settingsByName.get(name)?.kind.isPath && !text.includes('://') ? [name, resolve(text)] : [name, text]
  return new Map([...flags].map(whole))
}

/** @throws InstallError if settings are given that the file there does not have, since that is its owner's to change */
async function assertNew(data: string, flags: ReadonlyMap<string, string>): Promise<void> {
  const path = tomlPath(data)
  if (!existsSync(path)) return
  const entries = await entriesOf(data)
  for (const [name, text] of flags) {
    if (
      entries.get(name)?.text !== text &&
      settingsByName.get(name)?.secret === undefined &&
      settingsByName.has(name)
    )
      throw new InstallError(
        `There is a ${path}, which is yours to change: set ${name} there, not by --${name}.`,
      )
  }
}

/** The secrets that flags name files of, with what stands in them. */
function secretsIn(flags: ReadonlyMap<string, string>): { name: string; text: string }[] {
  return allSettings.flatMap(({ name, secret }) => {
    const flag = secret === 'value' ? `${name}-file` : name
    const path = flags.get(flag)
    if (secret === undefined || path === undefined) return []
    return [{ name, text: contentOf(path, `--${flag}`) }]
  })
}

/** The names of settings whose secrets are there already. */
function credentialsIn(path: string): string[] {
  if (!existsSync(path)) return []
  return readdirSync(path).filter((name) => settingsByName.get(name)?.secret !== undefined)
}

/** Folders that the server writes to beside its data. */
function foldersWritten(settings: Settings): string[] {
  const place = settings.value(backups)
  return place !== undefined && 'folder' in place ? [place.folder] : []
}

function hasLowPort(settings: Settings): boolean {
  const ofHttps =
    settings.value(https).length > 0 ? [settings.value(httpsPort), settings.value(httpPort)] : []
  return [settings.value(port), ...ofHttps].some(
    (number) => typeof number === 'number' && number > 0 && number < 1024,
  )
}

/** Of an executable, which may be none, or for another processor. */
function versionOf(executable: string): string {
  try {
    const { stdout, success } = Bun.spawnSync([executable, '--version'], { stderr: 'ignore', timeout: 5000 })
    if (success) return stdout.toString().trim()
  } catch {
    // It can't be started at all.
  }
  return 'What is there'
}
