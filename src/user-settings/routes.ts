// Routes of settings: one's own and the defaults of new accounts.
import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { Api } from '../http/api'
import { changeDefaults, changeSettings, settingChanges } from './actions'
import { settingParameters } from './catalogue'

const visibility = Type.Union([1, 2, 3, 4, 5].map((value) => Type.Literal(value)))

export const userSettingRoutes = (api: Api) => {
  const update = api.call(
    { summary: 'Update settings', parameters: Type.Object(settingParameters('person')) },
    async ({ organization, caller, parameters }) => {
      const changes = settingChanges(parameters)
      await organization.write((tx) => changeSettings(tx, caller, changes))
    },
  )
  return (
    new Elysia({ name: 'user-settings' })
      .patch('/settings', ...update)
      // The same call by the names that older clients know.
      .patch('/settings/display', ...update)
      .patch('/settings/notifications', ...update)
      .patch(
        '/realm/user_settings_defaults',
        ...api.call(
          {
            summary: 'Update the defaults of user settings',
            parameters: Type.Object({
              ...settingParameters('organization'),
              email_address_visibility: Type.Optional(visibility),
            }),
          },
          ({ organization, caller, parameters }) => changeDefaults(organization, caller, parameters),
        ),
      )
  )
}
