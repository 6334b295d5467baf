// The settings of backups: where they are kept, when they are made, how long they stay, and who can read them.
import { InvalidArgumentError } from 'commander'
import { resolve } from 'node:path'
import type { PlaceAddress } from '../backup/place'
import { s3AccessKeyId, s3Endpoint, s3Region, s3SecretAccessKey } from './files'
import { choice, whole, type Kind } from './kinds'
import { optional, setting, type Group } from './setting'
import { objectStorage } from './values'

const place: Kind<PlaceAddress> = {
  toml: 'string',
  words: 'the path of a folder, or an address such as `s3://bucket/prefix`',
  isPath: true,
  parse(text) {
    // A slip such as s3:/bucket would become a folder of that name.
    if (text === '' || /^s3:(?!\/\/)/i.test(text))
      throw new InvalidArgumentError('It must be a folder, or such as s3://bucket/prefix.')
    return /^[a-z0-9]+:\/\//i.test(text) ? objectStorage(text) : { folder: resolve(text) }
  },
}

/** In minutes since midnight. */
const timeOfDay: Kind<number> = {
  toml: 'string',
  words: 'a time of the day such as `03:00`',
  parse(text) {
    const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text) ?? []
    if (hours === undefined) throw new InvalidArgumentError('It must be such as 03:00.')
    return Number(hours) * 60 + Number(minutes)
  },
}

const recipient: Kind<string> = {
  toml: 'string',
  words: 'a public key of age, `age1…`',
  parse(text) {
    // Whether it is one is tried by what encrypts: the library is not needed before.
    if (/^age1[a-z0-9]{20,4000}$/.test(text)) return text
    throw new InvalidArgumentError('It must be a public key of age, age1…, as age-keygen prints it.')
  },
}

export const backups = optional({
  name: 'backups',
  kind: place,
  placeholder: 'place',
  without: 'no backups',
  example: '/srv/confab-backups',
  sentence:
    'where a backup is made every night: a folder, better on another machine or disk, or object storage, ' +
    's3://bucket/prefix',
})

export const backupAt = setting({
  name: 'backup-at',
  kind: timeOfDay,
  placeholder: 'time',
  usual: '03:00',
  sentence: "when the nightly backup is made, by the machine's clock and time zone",
})

export const backupRecipient = optional({
  name: 'backup-recipient',
  kind: recipient,
  placeholder: 'key',
  without: 'not encrypted',
  example: 'age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj',
  sentence: 'the public key of age that backups are encrypted to; who has the private one can read them',
})

export const backupKeepDaily = kept('backup-keep-daily', '7', 'days')
export const backupKeepWeekly = kept('backup-keep-weekly', '4', 'weeks')
export const backupKeepMonthly = kept('backup-keep-monthly', '12', 'months')

export const sqliteLocking = setting({
  name: 'sqlite-locking',
  kind: choice('exclusive', 'normal'),
  placeholder: 'how',
  usual: 'exclusive',
  sentence:
    'normal lets other processes, such as Litestream, read the databases while the server runs, which costs it some speed',
})

function kept(name: string, usual: string, periods: string) {
  return setting({
    name,
    kind: whole(0, 100_000),
    placeholder: 'n',
    usual,
    unit: periods,
    sentence: `of so many ${periods} the last nightly backup is kept`,
  })
}

/** What a command needs that makes backups. */
export const making: Group = {
  title: 'Backups',
  settings: [backups, backupRecipient, backupKeepDaily, backupKeepWeekly, backupKeepMonthly],
}

/** What a command needs that reads them. */
export const reaching: Group = { title: 'Backups', settings: [backups] }

/** How object storage is reached. */
export const reachingStorage: Group = {
  title: 'Object storage',
  settings: [s3Endpoint, s3Region, s3AccessKeyId, s3SecretAccessKey],
}

export const backupGroup: Group = {
  title: 'Backups',
  settings: [
    backups,
    backupAt,
    backupRecipient,
    backupKeepDaily,
    backupKeepWeekly,
    backupKeepMonthly,
    sqliteLocking,
  ],
}
