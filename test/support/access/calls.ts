// All calls of the access table, by route.
import { deviceCalls } from './devices'
import { encryptedPushCalls } from './encrypted-push'
import { exportCalls } from './exports'
import { messageCalls } from './messages'
import { organizationCalls } from './organization'
import { personCalls } from './people'
import { pageCalls, personalCalls } from './personal'
import { pictureCalls } from './pictures'
import { resumableUploadCalls } from './resumable-uploads'
import type { Calls } from './given'

export const calls: Calls = {
  ...personCalls,
  ...organizationCalls,
  ...exportCalls,
  ...messageCalls,
  ...personalCalls,
  ...deviceCalls,
  ...encryptedPushCalls,
  ...pictureCalls,
  ...resumableUploadCalls,
  ...pageCalls,
}

/** After these, their caller can call no more. */
export const endsCaller: ReadonlySet<string> = new Set([
  'POST /api/v1/users/me/api_key/regenerate',
  'DELETE /api/v1/users/me',
])
