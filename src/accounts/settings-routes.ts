// Routes of settings: one's own and the defaults of new accounts.
import { Type } from '@sinclair/typebox'
import type { Api } from '../http/api'
import { RateLimiter } from '../http/rate-limits'
import { isMailConfigured } from '../mail/queueing'
import { loginAttempts } from './login-attempts'
import { keepOtherLogins, loginOf } from './other-logins'
import { updateOwnSettings } from './own-account'
import { changeDefaults, settingChanges } from './settings'
import { runSlashCommand } from './slash-commands'
import { settingParameters } from '../user-settings/catalogue'

const visibility = Type.Optional(Type.Union([1, 2, 3, 4, 5].map((value) => Type.Literal(value))))
const text = Type.Optional(Type.String())

const ownSettings = Type.Object({
  ...settingParameters('person'),
  full_name: text,
  email: text,
  old_password: text,
  new_password: text,
  timezone: text,
  email_address_visibility: visibility,
  keep_other_logins: keepOtherLogins,
})

/** One call by three names: the latter two are what older clients know. */
const ownSettingPaths = ['/settings', '/settings/display', '/settings/notifications']

/** Mails to addresses that somebody says are theirs. */
const addressLimit = { limit: 10, windowSeconds: 24 * 3600 }

export function userSettingRoutes(api: Api): void {
  const attempts = loginAttempts(api.context)
  const { userRateLimit, clock } = api.context
  const addressChanges = new RateLimiter(userRateLimit && addressLimit, clock)
  for (const path of ownSettingPaths) {
    api.patch(
      path,
      {
        summary: 'Update settings',
        bots: 'none',
        description:
          'Where the server sends mail, a new email is taken once its owner follows the link in a mail to it.',
        parameters: ownSettings,
      },
      ({ organization, caller, parameters, request, address, sessionId }) => {
        const { email = caller.email } = parameters
        if (email !== caller.email && isMailConfigured(organization))
          addressChanges.hit(() => `${organization.subdomain}/${caller.id}`)
        return updateOwnSettings(
          organization,
          caller,
          settingChanges(parameters),
          {
            fullName: parameters.full_name,
            email: parameters.email,
            oldPassword: parameters.old_password,
            newPassword: parameters.new_password,
            timezone: parameters.timezone,
            emailAddressVisibility: parameters.email_address_visibility,
            address,
            login: loginOf(request, sessionId),
            keepsOtherLogins: parameters.keep_other_logins,
          },
          attempts,
        )
      },
    )
  }
  api.patch(
    '/realm/user_settings_defaults',
    {
      summary: 'Update the defaults of user settings',
      parameters: Type.Object({
        ...settingParameters('organization'),
        email_address_visibility: visibility,
      }),
    },
    ({ organization, caller, parameters }) => changeDefaults(organization, caller, parameters),
  )
  api.post(
    '/zcommand',
    {
      summary: 'Run a slash command',
      bots: 'none',
      description:
        'The commands are /ping, /night (or /dark), /day (or /light), /fluid-width and /fixed-width. The msg of the ' +
        'answer is for the person to read; it is empty for /ping.',
      parameters: Type.Object({ command: Type.String() }),
    },
    async ({ organization, caller, parameters }) => ({
      msg: await runSlashCommand(organization, caller, parameters.command),
    }),
  )
}
