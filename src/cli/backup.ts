// `confab backup create|list|verify|restore|remove`.
import type { Command } from 'commander'
import { making, reaching, reachingStorage } from '../settings/backups'
import type { Group } from '../settings/setting'
import type { Settings } from '../settings/settings'
import { wholeNumber } from '../settings/values'
import { addDataOption, addJsonOption, valued } from './options'
import { addHiddenSettings, addSettings, settingsOf } from './setting-options'

export interface BackupOptions {
  data: string
  json?: true
}

export interface CreateOptions extends BackupOptions {
  organization?: string
  nightlyMoment?: number
}

export interface ReadOptions extends BackupOptions {
  identity?: string
}

export interface RestoreOptions extends ReadOptions {
  to?: string
  organization?: string
  as?: string
}

export function addBackupCommand(program: Command): void {
  const group = program.command('backup').description('save an installation while it works, and put it back')
  const create = addCommon(group.command('create'), making)
    .description('make a backup of all organizations and of the server, or of one organization')
    .addOption(valued('--organization <name>', 'save only this organization: its subdomain, or root'))
    // What the timer has it made for, in UNIX seconds.
    .addOption(valued('--nightly-moment <time>', 'of the timer').argParser(wholeNumber(0, 1e11)).hideHelp())
  create.action(async (options: CreateOptions) => (await running()).create(options, await given(create)))
  const list = addCommon(group.command('list')).description('list the backups of a place')
  list.action(async (options: BackupOptions) => (await running()).list(options, await given(list)))
  const verify = addReading(group.command('verify')).description(
    'read a whole backup, and say whether it can be restored',
  )
  verify.action(async (name: string | undefined, options: ReadOptions) =>
    (await running()).verify(name, options, await given(verify)),
  )
  const restore = addReading(group.command('restore'))
    .description('put a backup into a new folder; nothing is ever overwritten')
    .addOption(valued('--to <dir>', 'the new data folder, of all that the backup has'))
    .addOption(
      valued('--organization <name>', 'put back only this organization, into the data folder --data'),
    )
    .addOption(valued('--as <subdomain>', 'the subdomain it is to have (default: its own)'))
  restore.action(async (name: string | undefined, options: RestoreOptions) =>
    (await running()).restore(name, options, await given(restore)),
  )
  const remove = addCommon(group.command('remove'))
    .description('remove a backup, and what no other needs of it')
    .argument('<backup>', 'its name')
  remove.action(async (name: string, options: BackupOptions) =>
    (await running()).remove(name, options, await given(remove)),
  )
}

/** Loaded only here: other commands start sooner without it. */
function running() {
  return import('./backup-running')
}

function given(command: Command): Promise<Settings> {
  return settingsOf(command, command.opts<BackupOptions>().data)
}

function addCommon(command: Command, group: Group = reaching): Command {
  addJsonOption(addDataOption(command))
  return addHiddenSettings(addSettings(command, [group]), [reachingStorage])
}

function addReading(command: Command): Command {
  const identity = valued('--identity <file>', 'the file with the private key, as age-keygen writes it')
  return addCommon(command).argument('[backup]', 'its name; the newest, if none is named').addOption(identity)
}
