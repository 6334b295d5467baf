// `confab backup create|list|verify|restore|remove`.
import type { Command } from 'commander'
import type { PlaceAddress } from '../backup/place'
import { addRetentionOptions, backupPlace, backupRecipient, type RetentionOptions } from './backup-options'
import { addDataOption, addJsonOption, valued, wholeNumber } from './options'

export interface BackupOptions {
  backups: PlaceAddress
  json?: true
}

export interface CreateOptions extends BackupOptions, RetentionOptions {
  data: string
  organization?: string
  backupRecipient?: string
  nightlyMoment?: number
}

export interface ReadOptions extends BackupOptions {
  identity?: string
}

export interface RestoreOptions extends ReadOptions {
  data: string
  to?: string
  organization?: string
  as?: string
}

export function addBackupCommand(program: Command): void {
  const group = program.command('backup').description('save an installation while it works, and put it back')
  const create = addCommon(addDataOption(group.command('create')))
    .description('make a backup of all organizations and of the server, or of one organization')
    .addOption(organizationOption('save only this organization: its subdomain, or root'))
    .addOption(
      valued(
        '--backup-recipient <key>',
        'encrypt it to this public key of age, age1… (default: not encrypted)',
      ).argParser(backupRecipient),
    )
    .addOption(valued('--nightly-moment <time>', 'of the timer').argParser(wholeNumber(0, 1e11)).hideHelp())
    .action(async (options: CreateOptions) => (await running()).create(options))
  addRetentionOptions(create)
  addCommon(group.command('list'))
    .description('list the backups of a place')
    .action(async (options: BackupOptions) => (await running()).list(options))
  addReading(group.command('verify'))
    .description('read a whole backup, and say whether it can be restored')
    .argument('[backup]', 'its name; the newest, if none is named')
    .action(async (name: string | undefined, options: ReadOptions) => (await running()).verify(name, options))
  addDataOption(addReading(group.command('restore')))
    .description('put a backup into a new folder; nothing is ever overwritten')
    .argument('[backup]', 'its name; the newest, if none is named')
    .addOption(valued('--to <dir>', 'the new data folder, of all that the backup has'))
    .addOption(organizationOption('put back only this organization, into the data folder --data'))
    .addOption(valued('--as <subdomain>', 'the subdomain it is to have (default: its own)'))
    .action(async (name: string | undefined, options: RestoreOptions) =>
      (await running()).restore(name, options),
    )
  addCommon(group.command('remove'))
    .description('remove a backup, and what no other needs of it')
    .argument('<backup>', 'its name')
    .action(async (name: string, options: BackupOptions) => (await running()).remove(name, options))
}

/** Loaded only here: other commands start sooner without it. */
function running() {
  return import('./backup-running')
}

function addCommon(command: Command): Command {
  const place = valued(
    '--backups <place>',
    'where the backups are: a folder, or s3://bucket/prefix, with S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID and ' +
      'S3_SECRET_ACCESS_KEY in the environment',
  )
  return addJsonOption(command).addOption(place.argParser(backupPlace).makeOptionMandatory())
}

function addReading(command: Command): Command {
  const identity = valued('--identity <file>', 'the file with the private key, as age-keygen writes it')
  return addCommon(command).addOption(identity)
}

function organizationOption(description: string) {
  return valued('--organization <name>', description)
}
