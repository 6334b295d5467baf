// Routes of the domains in which new people may have their e-mail addresses: /realm/domains.
import { Type } from '@sinclair/typebox'
import type { Api } from '../http/api'
import { addDomain, changeDomain, removeDomain } from './actions'
import { domainObjects } from './wire'

const DomainInPath = Type.Object({ domain: Type.String() })

export function emailDomainRoutes(api: Api): void {
  api.get('/realm/domains', { summary: 'Get the domains of the organization' }, ({ organization }) => ({
    domains: domainObjects(organization),
  }))
  api.post(
    '/realm/domains',
    {
      summary: 'Add a domain in which new people may have e-mail addresses',
      parameters: Type.Object({ domain: Type.String(), allow_subdomains: Type.Boolean({ default: false }) }),
    },
    ({ organization, caller, parameters: { domain, allow_subdomains } }) =>
      addDomain(organization, caller, domain, allow_subdomains),
  )
  api.patch(
    '/realm/domains/:domain',
    {
      summary: 'Change whether names below a domain count',
      path: DomainInPath,
      parameters: Type.Object({ allow_subdomains: Type.Optional(Type.Boolean()) }),
    },
    ({ organization, caller, path, parameters }) =>
      changeDomain(organization, caller, path.domain, parameters.allow_subdomains),
  )
  api.delete(
    '/realm/domains/:domain',
    { summary: 'Remove a domain', path: DomainInPath },
    ({ organization, caller, path }) => removeDomain(organization, caller, path.domain),
  )
}
