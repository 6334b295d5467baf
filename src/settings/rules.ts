// What the settings come to for all organizations of the server.
import { assertCanSign } from '../file-store/object-storage'
import { defaultRules, type ObjectStorage, type ServerRules } from '../organization/rules'
import {
  keepUnclaimedUploads,
  maxFileUploadSizeMib,
  s3AccessKeyId,
  s3Endpoint,
  s3Region,
  s3SecretAccessKey,
  uploadQuotaMib,
  uploads,
} from './files'
import { canAccessAllUsersGroupLimitsPresence, invitationsPerDay, longestMessageDelay } from './limits'
import { incomingMailPattern, incomingMailSecret } from './mail'
import { mailServer } from './mail-server'
import { allowPrivateAddresses, publicUrl } from './network'
import { giphyApiKey } from './push'
import { pushRules } from './push-access'
import type { Settings } from './settings'
import { SettingsError } from './settings-error'

/**
 * @param folder the data folder
 * @throws SettingsError for settings that make no sense together, or name files that can't be used
 */
export async function serverRules(folder: string, settings: Settings): Promise<ServerRules> {
  settings.assertEach()
  return {
    ...defaultRules,
    publicUrl: settings.value(publicUrl) ?? null,
    canAccessAllUsersGroupLimitsPresence: settings.value(canAccessAllUsersGroupLimitsPresence),
    longestMessageDelaySeconds: settings.value(longestMessageDelay) * 60,
    invitationsPerDay: settings.value(invitationsPerDay),
    keepUnclaimedFilesSeconds: settings.value(keepUnclaimedUploads) * 24 * 3600,
    allowsPrivateAddresses: settings.value(allowPrivateAddresses),
    maxFileUploadSizeMib: settings.value(maxFileUploadSizeMib),
    uploadQuotaMib: settings.value(uploadQuotaMib) ?? null,
    incomingMailPattern: settings.value(incomingMailPattern) ?? null,
    incomingMailSecret: settings.value(incomingMailSecret) ?? null,
    giphyApiKey: settings.value(giphyApiKey) ?? '',
    mail: mailServer(settings),
    uploadStorage: uploadStorage(settings),
    push: await pushRules(folder, settings),
  }
}

/** @throws SettingsError if the credentials of object storage are missing: better now than with the first file. */
function uploadStorage(settings: Settings): ObjectStorage | null {
  const place = settings.value(uploads)
  if (place === undefined) return null
  const access = defined({
    endpoint: settings.value(s3Endpoint),
    region: settings.value(s3Region),
    accessKeyId: settings.value(s3AccessKeyId),
    secretAccessKey: settings.value(s3SecretAccessKey),
  })
  const storage = { ...place, access }
  try {
    assertCanSign(storage)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new SettingsError(
      `${settings.named(uploads)}: ${why}. Set S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`,
    )
  }
  return storage
}

/** Only what there is: the rest Bun asks of the environment. */
function defined(access: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(access).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
