// Object storage that settings name, with what calls to it are signed with.
import { assertCanSign } from '../file-store/object-storage'
import type { ObjectStorage } from '../organization/rules'
import { s3AccessKeyId, s3Endpoint, s3Region, s3SecretAccessKey } from './files'
import type { Setting } from './setting'
import type { Settings } from './settings'
import { SettingsError } from './settings-error'

/**
 * @param setting which names the place
 * @throws SettingsError if the credentials are missing: better now than with the first file.
 */
export function withAccess(
  settings: Settings,
  setting: Setting<unknown>,
  place: ObjectStorage,
): ObjectStorage {
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
      `${settings.named(setting)}: ${why}. Set S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`,
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
