// What the settings come to for all organizations of the server.
import { backupRules } from './backup-rules'
import { sqliteLocking } from './backups'
import { defaultRules, type ObjectStorage, type ServerRules } from '../organization/rules'
import { keepExports, keepUnclaimedUploads, maxFileUploadSizeMib, uploadQuotaMib, uploads } from './files'
import { canAccessAllUsersGroupLimitsPresence, invitationsPerDay, longestMessageDelay } from './limits'
import { incomingMailPattern, incomingMailSecret } from './mail'
import { mailServer } from './mail-server'
import { allowPrivateAddresses } from './network'
import { giphyApiKey, giphyUrl } from './push'
import { pushRules } from './push-access'
import { httpsSettings, publicAddress } from './reaching'
import type { Settings } from './settings'
import { withAccess } from './storage-access'

/**
 * @param folder the data folder
 * @throws SettingsError for settings that make no sense together, or name files that can't be used
 */
export async function serverRules(folder: string, settings: Settings): Promise<ServerRules> {
  settings.assertEach()
  httpsSettings(settings)
  return {
    ...defaultRules,
    publicUrl: publicAddress(settings) ?? null,
    canAccessAllUsersGroupLimitsPresence: settings.value(canAccessAllUsersGroupLimitsPresence),
    longestMessageDelaySeconds: settings.value(longestMessageDelay) * 60,
    invitationsPerDay: settings.value(invitationsPerDay),
    keepUnclaimedFilesSeconds: settings.value(keepUnclaimedUploads) * 24 * 3600,
    keepExportsSeconds: settings.value(keepExports) * 24 * 3600,
    allowsPrivateAddresses: settings.value(allowPrivateAddresses),
    maxFileUploadSizeMib: settings.value(maxFileUploadSizeMib),
    uploadQuotaMib: settings.value(uploadQuotaMib) ?? null,
    incomingMailPattern: settings.value(incomingMailPattern) ?? null,
    incomingMailSecret: settings.value(incomingMailSecret) ?? null,
    giphyApiKey: settings.value(giphyApiKey) ?? '',
    giphyUrl: settings.value(giphyUrl),
    mail: mailServer(settings),
    uploadStorage: uploadStorage(settings),
    push: await pushRules(folder, settings),
    sqliteLocking: settings.value(sqliteLocking),
    backups: backupRules(settings),
  }
}

/** Where uploaded files are, if not in the data folder. @throws SettingsError */
export function uploadStorage(settings: Settings): ObjectStorage | null {
  const place = settings.value(uploads)
  return place === undefined ? null : withAccess(settings, uploads, place)
}
