// What the settings of backups come to.
import type { PlaceAddress } from '../backup/place'
import type { Retention } from '../backup/retention'
import type { BackupRules } from '../organization/rules'
import {
  backupAt,
  backupKeepDaily,
  backupKeepMonthly,
  backupKeepWeekly,
  backupRecipient,
  backups,
} from './backups'
import type { Settings } from './settings'
import { SettingsError } from './settings-error'
import { withAccess } from './storage-access'

/** The nightly backups; null where there are to be none. @throws SettingsError */
export function backupRules(settings: Settings): BackupRules | null {
  const place = backupPlace(settings)
  if (place === undefined) return null
  return {
    place,
    at: settings.value(backupAt),
    recipient: settings.value(backupRecipient) ?? null,
    retention: backupRetention(settings),
  }
}

/** Where the backups are. @throws SettingsError if there is object storage that can't be reached */
export function backupPlace(settings: Settings): PlaceAddress | undefined {
  const place = settings.value(backups)
  return place === undefined || 'folder' in place ? place : withAccess(settings, backups, place)
}

/** @throws SettingsError if no backup would be left */
export function backupRetention(settings: Settings): Retention {
  const retention = {
    daily: settings.value(backupKeepDaily),
    weekly: settings.value(backupKeepWeekly),
    monthly: settings.value(backupKeepMonthly),
  }
  if (retention.daily + retention.weekly + retention.monthly > 0) return retention
  throw new SettingsError(
    `${settings.named(backupKeepDaily)}, ${settings.named(backupKeepWeekly)} and ${settings.named(backupKeepMonthly)} are all 0: ` +
      'one of them must keep some backups.',
  )
}
