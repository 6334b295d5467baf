// The table of settings: all groups, in the order of the help, the template of `confab.toml` and the guide.
import { backupGroup } from './backups'
import { files } from './files'
import { httpsGroup } from './https'
import { limits } from './limits'
import { logs } from './logs'
import { mail } from './mail'
import { network } from './network'
import { push, services } from './push'
import type { Group, Setting } from './setting'
import { watching } from './watching'

export const groups: readonly Group[] = [
  network,
  httpsGroup,
  limits,
  files,
  backupGroup,
  mail,
  push,
  services,
  watching,
  logs,
]

export const allSettings: readonly Setting<unknown>[] = groups.flatMap((group) => group.settings)

export const settingsByName: ReadonlyMap<string, Setting<unknown>> = new Map(
  allSettings.map((setting) => [setting.name, setting]),
)
