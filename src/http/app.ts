// Puts the features together into one application: every feature appears here, one line each.
import { Elysia } from 'elysia'
import { alertWordRoutes } from '../alert-words/routes'
import { channelRoutes } from '../channels/routes'
import { draftRoutes } from '../drafts/routes'
import { presenceRoutes } from '../presence/routes'
import { userStatusRoutes } from '../user-status/routes'
import { navigationViewRoutes } from '../navigation-views/routes'
import { onboardingStepRoutes } from '../onboarding-steps/routes'
import { scheduledMessageRoutes } from '../scheduled-messages/routes'
import { reminderRoutes } from '../reminders/routes'
import { emojiDataRoute } from '../emoji/routes'
import { eventRoutes } from '../events/routes'
import { messageFlagRoutes } from '../message-flags/routes'
import { messageChangeRoutes } from '../messages/change-routes'
import { messageRoutes } from '../messages/routes'
import { organizationSettingRoutes } from '../organization-settings/routes'
import { savedSnippetRoutes } from '../saved-snippets/routes'
import { userSettingRoutes } from '../user-settings/routes'
import { mutedUserRoutes } from '../muted-users/routes'
import { userGroupRoutes } from '../user-groups/routes'
import { avatarRoutes } from '../users/avatar-routes'
import { loginRoutes } from '../users/login-routes'
import { userRoutes } from '../users/routes'
import { reactionRoutes } from '../reactions/routes'
import { readReceiptRoutes } from '../read-receipts/routes'
import { submessageRoutes } from '../submessages/routes'
import { messageReportRoutes } from '../message-reports/routes'
import { typingRoutes } from '../typing/routes'
import { userTopicRoutes } from '../user-topics/routes'
import { Api, type ServerContext } from './api'
import type { ApiDocument } from './docs'
import { completeDetails } from './openapi'
import { docsRoute, healthRoute, openApiDocument } from './server-routes'

/** The whole HTTP application, to be served by Bun. */
export function buildApp(context: ServerContext) {
  const api = new Api(context)
  const app = new Elysia({ name: 'confab', prefix: '/api/v1', aot: true })
    .use(loginRoutes(api))
    .use(userRoutes(api))
    .use(userSettingRoutes(api))
    .use(userGroupRoutes(api))
    .use(messageRoutes(api))
    .use(organizationSettingRoutes(api))
    .use(messageChangeRoutes(api))
    .use(messageFlagRoutes(api))
    .use(alertWordRoutes(api))
    .use(mutedUserRoutes(api))
    .use(savedSnippetRoutes(api))
    .use(draftRoutes(api))
    .use(userTopicRoutes(api))
    .use(typingRoutes(api))
    .use(submessageRoutes(api))
    .use(messageReportRoutes(api))
    .use(channelRoutes(api))
    .use(presenceRoutes(api))
    .use(userStatusRoutes(api))
    .use(reactionRoutes(api))
    .use(readReceiptRoutes(api))
    .use(navigationViewRoutes(api))
    .use(onboardingStepRoutes(api))
    .use(scheduledMessageRoutes(api))
    .use(reminderRoutes(api))
    .use(eventRoutes(api))
  const besideApi = new Elysia().use(avatarRoutes(api)).use(emojiDataRoute())
  completeDetails([...app.routes, ...besideApi.routes])
  const documented = new Elysia().use(openApiDocument).use(app).use(besideApi)
  const readDocument = async (): Promise<ApiDocument> => {
    const answer = await documented.handle(new Request('http://localhost/api/docs/json'))
    return JSON.parse(await answer.text())
  }
  // Host names of one to three letters are names too.
  const whole = new Elysia({ handler: { standardHostname: false } })
    .use(documented)
    .use(healthRoute(api))
    .use(docsRoute(readDocument))
  return whole.onError(({ error, code, request, server }) =>
    code === 'NOT_FOUND' ? api.unrouted(request, server, whole.routes) : api.fail(error, request),
  )
}
