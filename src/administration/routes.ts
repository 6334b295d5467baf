// Routes of the organization and the server as a whole: /realm, /server_settings.
import type { Api } from '../http/api'
import { longBody } from '../http/route'
import { changeOrganizationSettings } from './settings'
import { RealmParameters } from '../organization-settings/parameters'
import { serverSettings } from '../server-info/server-settings'

export function organizationSettingRoutes(api: Api): void {
  api.patch(
    '/realm',
    { summary: 'Change settings of the organization', maxBodyBytes: longBody, parameters: RealmParameters },
    ({ organization, caller, parameters }) => changeOrganizationSettings(organization, caller, parameters),
  )
  api.open.get(
    '/server_settings',
    { summary: 'Get server settings', credentials: [], worksWhenDeactivated: true },
    ({ organization, origin }) => serverSettings(organization, origin),
  )
}
