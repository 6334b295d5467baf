// What anybody may know of a server before they log in (reference: get-server-settings).
import { channelDirectory } from '../channels/repository'
import { renderMarkdown } from '../markdown/render'
import { renderContext } from '../messages/rendering/render-context'
import type { Organization } from '../organization/organization'
import { isPushConfigured } from '../organization/rules'
import { settings } from '../organization/settings'
import { versionFields } from './state'
import { organizationPictureUrl } from '../organization-settings/pictures'

/** Every method of the protocol; false where it is not offered (notes: messages). */
const authenticationMethods = {
  password: true,
  dev: false,
  email: true,
  ldap: false,
  remoteuser: false,
  github: false,
  azuread: false,
  gitlab: false,
  google: false,
  apple: false,
  saml: false,
  'openid connect': false,
}

/** The answer to GET /server_settings. @param origin the address the organization was asked for at */
export function serverSettings(organization: Organization, origin: string) {
  const { name, description, enable_spectator_access } = settings(organization)
  const hasWebPublic = channelDirectory(organization).all.some(
    (channel) => channel.isWebPublic && !channel.isArchived,
  )
  return {
    ...versionFields,
    authentication_methods: authenticationMethods,
    external_authentication_methods: [],
    push_notifications_enabled: isPushConfigured(organization.rules),
    is_incompatible: false,
    email_auth_enabled: true,
    require_email_format_usernames: true,
    realm_url: origin,
    realm_uri: origin,
    realm_name: name,
    realm_icon: organizationPictureUrl(organization, 'icon'),
    realm_description:
      description === '' ? '' : renderMarkdown(description, renderContext(organization, undefined)).html,
    realm_web_public_access_enabled: enable_spectator_access && hasWebPublic,
  }
}
