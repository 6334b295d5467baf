// Routes of the organization and the server as a whole: /realm, /server_settings.
import { Elysia } from 'elysia'
import type { Api } from '../http/api'
import { changeOrganizationSettings } from './actions'
import { RealmParameters } from './schema'
import { serverSettings } from './server-settings'

export const organizationSettingRoutes = (api: Api) =>
  new Elysia({ name: 'organization-settings' })
    .patch(
      '/realm',
      ...api.call(
        { summary: 'Change settings of the organization', parameters: RealmParameters },
        ({ organization, caller, parameters }) =>
          changeOrganizationSettings(organization, caller, parameters),
      ),
    )
    .get(
      '/server_settings',
      ...api.open(
        { summary: 'Get server settings', worksWhenDeactivated: true },
        ({ organization, origin }) => serverSettings(organization, origin()),
      ),
    )
