// Routes of the organization and the server as a whole: /realm, /server_settings.
import { Type } from '@sinclair/typebox'
import { tryWelcome } from '../accounts/welcoming'
import type { Api } from '../http/api'
import { Text } from '../http/parameters'
import { longBody } from '../http/route'
import { changeOrganizationSettings, deactivateOrganization } from './settings'
import { RealmParameters } from '../organization-settings/parameters'
import { serverSettings } from '../server-info/server-settings'

export function organizationSettingRoutes(api: Api): void {
  api.patch(
    '/realm',
    { summary: 'Change settings of the organization', maxBodyBytes: longBody, parameters: RealmParameters },
    ({ organization, caller, parameters }) => changeOrganizationSettings(organization, caller, parameters),
  )
  api.post(
    '/realm/deactivate',
    {
      summary: 'Deactivate the organization',
      bots: 'none',
      description:
        'Owners only. It is closed to everybody: all calls answer REALM_DEACTIVATED until it is opened again with ' +
        '`confab organization reactivate`. Nothing is deleted.',
    },
    ({ organization, caller }) => deactivateOrganization(organization, caller),
  )
  api.post(
    '/realm/test_welcome_bot_custom_message',
    {
      summary: 'Send oneself a message as it would greet new people',
      bots: 'none',
      parameters: Type.Object({ welcome_message_custom_text: Text({ maxLength: 8000 }) }),
    },
    async ({ organization, caller, parameters }) => ({
      message_id: await tryWelcome(organization, caller, parameters.welcome_message_custom_text),
    }),
  )
  api.open.get(
    '/server_settings',
    { summary: 'Get server settings', credentials: [], worksWhenDeactivated: true },
    ({ organization, origin }) => serverSettings(organization, origin),
  )
}
