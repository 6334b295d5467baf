// Puts the features together into one application: every feature appears here, one line each.
import { attachmentRoutes } from '../attachments/routes'
import { auditLogRoutes } from '../audit-log/routes'
import { alertWordRoutes } from '../alert-words/routes'
import { botStorageRoutes } from '../bot-storage/routes'
import { botRoutes } from '../bots/managing/routes'
import { channelRoutes } from '../channels/managing/routes'
import { defaultChannelGroupRoutes } from '../default-channel-groups/routes'
import { channelEmailRoutes } from '../channel-email/routes'
import { incomingWebhookRoutes } from '../incoming-webhooks/receiving/routes'
import { draftRoutes } from '../drafts/routes'
import { plainPushRoutes } from '../push/plain/routes'
import { presenceRoutes } from '../presence/routes'
import { userStatusRoutes } from '../accounts/status-routes'
import { navigationViewRoutes } from '../navigation-views/routes'
import { onboardingStepRoutes } from '../onboarding-steps/routes'
import { scheduledMessageRoutes } from '../scheduled-messages/routes'
import { reminderRoutes } from '../reminders/routes'
import { customEmojiRoutes } from '../custom-emoji/routes'
import { emojiDataRoute } from '../emoji/routes'
import { eventRoutes } from '../events/routes'
import { exportRoutes } from '../exports/routes'
import { messageFlagRoutes } from '../message-flags/routes'
import { messageChangeRoutes } from '../messages/changing/editing/routes'
import { messageReadingRoutes } from '../messages/reading/routes'
import { messageSendingRoutes } from '../messages/sending/routes'
import { subscriptionRoutes } from '../channels/subscriptions/routes'
import { registerRoute } from './register'
import { resumableUploadRoutes } from '../resumable-uploads/routes'
import { organizationSettingRoutes } from '../administration/routes'
import { emailDomainRoutes } from '../email-domains/routes'
import { invitationRoutes } from '../invitations/routes'
import { passwordResetPages } from '../password-resets/pages'
import { passwordResetRoutes } from '../password-resets/routes'
import { joiningPages } from '../joining/pages'
import { firstOrganizationPages } from '../first-organization/pages'
import { demoPages } from '../demo/pages'
import { finderPages } from '../organization-finder/pages'
import { encryptedDeviceRoutes } from '../push/encrypted/routes'
import { webClientRoutes } from '../web-client/routes'
import { webPushRoutes } from '../web-push/routes'
import { savedSnippetRoutes } from '../saved-snippets/routes'
import { userSettingRoutes } from '../accounts/settings-routes'
import { mutedUserRoutes } from '../muted-users/routes'
import { userGroupRoutes } from '../user-groups/managing/routes'
import { avatarRoutes } from '../accounts/avatar-routes'
import { addressPages } from '../accounts/address-pages'
import { loginPages } from '../accounts/login-pages'
import { loginRoutes } from '../accounts/login-routes'
import { userRoutes } from '../accounts/routes'
import { builtInPictureRoutes } from '../pictures/built-in'
import { externalImageRoutes } from '../external-images/routes'
import { gifRoutes } from '../gifs/routes'
import { pictureRoutes } from '../pictures/routes'
import { organizationPictureRoutes } from '../administration/picture-routes'
import { reactionRoutes } from '../reactions/routes'
import { relocationRoutes } from '../relocation/routes'
import { readReceiptRoutes } from '../read-receipts/routes'
import { submessageRoutes } from '../submessages/routes'
import { messageReportRoutes } from '../message-reports/routes'
import { typingRoutes } from '../typing/routes'
import { outgoingWebhookRoutes } from '../outgoing-webhooks/routes'
import { uploadRoutes } from '../uploads/routes'
import { unsubscribingPages } from '../unsubscribing/pages'
import { userTopicRoutes } from '../user-topics/routes'
import { Api, type ServerContext } from '../http/api'
import { application, type Application } from '../http/application'
import { basic } from '../http/basic'
import type { RequestMetrics } from '../http/request-metrics'
import { browserSession } from '../sessions/credentials'
import { failurePage } from '../pages/failure'
import { sessionRoutes } from '../sessions/routes'
import { apiReferenceRoutes } from '../api-reference/routes'
import { healthRoutes, metricsRoute } from '../http/server-routes'

import { incomingMailRoutes } from '../incoming-mail/routes'
import { linkifierRoutes } from '../linkifiers/routes'
import { playgroundRoutes } from '../playgrounds/routes'
import { channelFolderRoutes } from '../channel-folders/routes'
import { profileFieldRoutes } from '../profile-fields/routes'

const features: readonly ((api: Api) => void)[] = [
  loginRoutes,
  loginPages,
  addressPages,
  sessionRoutes,
  userRoutes,
  botRoutes,
  botStorageRoutes,
  outgoingWebhookRoutes,
  incomingWebhookRoutes,
  userSettingRoutes,
  invitationRoutes,
  emailDomainRoutes,
  joiningPages,
  firstOrganizationPages,
  finderPages,
  demoPages,
  passwordResetRoutes,
  passwordResetPages,
  userGroupRoutes,
  profileFieldRoutes,
  channelFolderRoutes,
  linkifierRoutes,
  playgroundRoutes,
  messageSendingRoutes,
  messageReadingRoutes,
  organizationSettingRoutes,
  auditLogRoutes,
  messageChangeRoutes,
  messageFlagRoutes,
  alertWordRoutes,
  mutedUserRoutes,
  savedSnippetRoutes,
  exportRoutes,
  draftRoutes,
  userTopicRoutes,
  typingRoutes,
  submessageRoutes,
  messageReportRoutes,
  channelRoutes,
  defaultChannelGroupRoutes,
  channelEmailRoutes,
  incomingMailRoutes,
  unsubscribingPages,
  subscriptionRoutes,
  presenceRoutes,
  plainPushRoutes,
  userStatusRoutes,
  reactionRoutes,
  attachmentRoutes,
  readReceiptRoutes,
  navigationViewRoutes,
  onboardingStepRoutes,
  scheduledMessageRoutes,
  reminderRoutes,
  registerRoute,
  eventRoutes,
  avatarRoutes,
  uploadRoutes,
  customEmojiRoutes,
  organizationPictureRoutes,
  resumableUploadRoutes,
  pictureRoutes,
  externalImageRoutes,
  gifRoutes,
  builtInPictureRoutes,
  emojiDataRoute,
  encryptedDeviceRoutes,
  webPushRoutes,
  webClientRoutes,
  relocationRoutes,
  healthRoutes,
  metricsRoute,
  apiReferenceRoutes,
]

/** The whole HTTP application, to be served by Bun, and what is counted of its requests. */
export function buildApp(context: ServerContext): Application & { metrics: RequestMetrics } {
  const api = new Api(context, [basic, browserSession])
  for (const addRoutes of features) addRoutes(api)
  return { ...application(api, failurePage), metrics: api.metrics }
}
