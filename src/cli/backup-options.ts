// The settings of backups, which `confab serve` and `confab backup` share.
import { resolve } from 'node:path'
import { InvalidArgumentError, type Command } from 'commander'
import type { PlaceAddress } from '../backup/place'
import type { Retention } from '../backup/retention'
import { objectStorage, valued, wholeNumber } from './options'

export interface RetentionOptions {
  backupKeepDaily: number
  backupKeepWeekly: number
  backupKeepMonthly: number
}

/** An argument parser for a place of backups: a folder, or `s3://bucket/prefix`. */
export function backupPlace(text: string): PlaceAddress {
  if (text === '') throw new InvalidArgumentError('It must be a folder, or such as s3://bucket/prefix.')
  return /^[a-z0-9]+:\/\//i.test(text) ? objectStorage(text) : { folder: resolve(text) }
}

/** An argument parser for a public key of age. It is tried when it is used: the library is not needed before. */
export function backupRecipient(text: string): string {
  if (/^age1[a-z0-9]{20,4000}$/.test(text)) return text
  throw new InvalidArgumentError('It must be a public key of age, age1…, as age-keygen prints it.')
}

/** An argument parser for a time of the day. @returns minutes since midnight */
export function timeOfDay(text: string): number {
  const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text) ?? []
  if (hours === undefined) throw new InvalidArgumentError('It must be such as 03:00.')
  return Number(hours) * 60 + Number(minutes)
}

export function addRetentionOptions(command: Command): Command {
  const count = (flags: string, what: string, usual: number) =>
    valued(flags, what).argParser(wholeNumber(0, 100_000)).default(usual)
  return command
    .addOption(count('--backup-keep-daily <n>', 'of so many days the last nightly backup is kept', 7))
    .addOption(count('--backup-keep-weekly <n>', 'of so many weeks', 4))
    .addOption(count('--backup-keep-monthly <n>', 'of so many months', 12))
}

export function retentionOf(options: RetentionOptions): Retention {
  return {
    daily: options.backupKeepDaily,
    weekly: options.backupKeepWeekly,
    monthly: options.backupKeepMonthly,
  }
}
