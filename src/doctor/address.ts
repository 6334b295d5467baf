// How people reach the server: whether its names have addresses, and what it sees of somebody who comes by its public address.
import { lookup } from 'node:dns/promises'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { organizationFolders, subdomainOf } from '../organization/organizations'
import { trustedProxies } from '../settings/network'
import { ownDomain, publicAddress } from '../settings/reaching'
import { ok, problem, warning, wordsOf, type Check, type Finding, type Patient } from './finding'

/** So many organizations' names are looked up. */
const most = 20

export const namesCheck: Check = {
  name: 'names',
  async run(patient) {
    const names = namesOf(patient)
    if (names.length === 0)
      return [
        warning(
          'Nobody said under which name people reach the server.',
          'Set --public-url (and --domain, for several organizations).',
        ),
      ]
    const findings: Finding[] = []
    for (const name of names) {
      try {
        const { address } = await lookup(name)
        findings.push(ok(`${name} has the address ${address}.`))
      } catch (error) {
        findings.push(
          problem(
            `${name} has no address (${wordsOf(error)}).`,
            `Make a record for ${name} where the domain is managed, or correct --public-url and --domain.`,
          ),
        )
      }
    }
    return findings
  },
}

/** Of the public address and the organizations, without repeating one. */
function namesOf({ settings, dataFolder }: Patient): string[] {
  const address = publicAddress(settings)
  const host = address === undefined ? undefined : new URL(address).hostname
  const domain = ownDomain(settings) ?? host
  const subdomains = organizationFolders(dataFolder).map(subdomainOf).slice(0, most)
  const own = host === undefined ? [] : [host]
  if (domain === undefined || isAddress(domain)) return own
  return [...new Set([...own, ...subdomains.map((name) => (name === '' ? domain : `${name}.${domain}`))])]
}

function isAddress(name: string): boolean {
  return /^[\d.]+$|^\[/.test(name)
}

const Seen = Type.Object({ realm_url: Type.String() })

export const publicAddressCheck: Check = {
  name: 'public address',
  async run(patient, signal) {
    const address = publicAddress(patient.settings)
    if (address === undefined) return [ok('There is no public address to try (--public-url).')]
    const url = new URL(address)
    // Where the root has no organization, another one is asked.
    const subdomain = organizationFolders(patient.dataFolder).map(subdomainOf).toSorted()[0] ?? ''
    if (subdomain !== '' && !isAddress(url.hostname)) url.hostname = `${subdomain}.${url.hostname}`
    let answer: Response
    try {
      answer = await fetch(new URL('/api/v1/server_settings', url), { redirect: 'manual', signal })
    } catch (error) {
      return [
        problem(
          `${url.origin} can't be reached from here: ${wordsOf(error)}.`,
          'Is the server running, does the name lead to it, do the proxy and the firewall let it pass, is the certificate valid?',
        ),
      ]
    }
    const seen: unknown = await answer.json().catch(() => undefined)
    if (!answer.ok || !Value.Check(Seen, seen))
      return [
        problem(
          `${url.origin} answers ${answer.status}, and not as this server does.`,
          'Something else answers there, or the proxy does not pass requests on: look at its configuration.',
        ),
      ]
    return [judgeOrigin(url.origin, seen.realm_url, patient)]
  },
}

/** Links and cookies are made of what the server sees. */
function judgeOrigin(asked: string, seen: string, { settings }: Patient): Finding {
  const [wanted, found] = [new URL(asked), new URL(seen)]
  if (wanted.host !== found.host)
    return problem(
      `Who asks for ${asked} is seen to ask for ${seen}: the proxy changes the host.`,
      'Have the proxy pass the Host header on as it came (nginx: proxy_set_header Host $host).',
    )
  if (wanted.protocol === found.protocol) return ok(`Who asks for ${asked} is seen to do so.`)
  return problem(
    `Who asks for ${asked} is seen to ask for ${seen}: the proxy does not say that it is HTTPS, or is not trusted.`,
    settings.value(trustedProxies).length === 0
      ? "Set --trusted-proxies to the proxy's address."
      : 'Have the proxy set X-Forwarded-Proto and X-Forwarded-For, and check that --trusted-proxies has its address.',
  )
}
