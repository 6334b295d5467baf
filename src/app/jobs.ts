// The kinds of jobs: every feature that has slow or outside work, one line each.
import { gravatarsKind } from '../accounts/gravatars'
import { nightlyBackupKind } from '../backup/nightly'
import { embeddedBotKind } from '../embedded-bots/running'
import { sendDigestsKind } from '../digest/sending'
import { makeExportKind } from '../exports/making'
import { makePreviewsKind } from '../image-previews/making'
import { showPreviewsKind } from '../image-previews/showing'
import { receiveMailKind } from '../incoming-mail/posting'
import type { JobKind } from '../jobs/kind'
import { mailKind } from '../mail/sending'
import { linkPreviewKind } from '../link-previews/previewing'
import { tellOfMissedKind } from '../missed-messages/telling'
import { removeFilesKind } from '../attachments/removing'
import { purgeKind } from '../message-archive/purging'
import { deleteTopicKind } from '../messages/changing/editing/deleting'
import { expireKind } from '../messages/changing/retention/expiring'
import { callWebhookKind } from '../outgoing-webhooks/calling'
import { moveKind } from '../messages/changing/moving/topic-moves'
import { pushMessageKind, pushRemovalKind } from '../push/plain/delivering'
import { registerDeviceKind, unregisterDevicesKind } from '../push/plain/registering'
import { registeringKind } from '../push/encrypted/registering'
import { encryptedMessageKind, encryptedRemovalKind } from '../push/encrypted/sending'
import { takeBackKind } from '../notifying/taking-back'
import { notifyKind } from '../notifying/telling'
import { indexingKind } from '../search/indexing'
import { webMessageKind, webRemovalKind } from '../web-push/notifying'
import { letters } from './letters'

export const jobKinds: readonly JobKind[] = [
  removeFilesKind,
  purgeKind,
  moveKind,
  deleteTopicKind,
  expireKind,
  indexingKind,
  linkPreviewKind,
  embeddedBotKind,
  makePreviewsKind,
  showPreviewsKind,
  gravatarsKind,
  callWebhookKind,
  pushMessageKind,
  pushRemovalKind,
  registerDeviceKind,
  unregisterDevicesKind,
  registeringKind,
  encryptedMessageKind,
  encryptedRemovalKind,
  webMessageKind,
  webRemovalKind,
  notifyKind,
  takeBackKind,
  mailKind(letters),
  receiveMailKind,
  tellOfMissedKind,
  sendDigestsKind,
  nightlyBackupKind,
  makeExportKind,
]
