// How the e-mail address of a channel is written.
import type { Channel } from '../channels/repository'
import type { Organization } from '../organization/organization'
import { ownDomain } from '../users/wire'

/** What may stand before an @, in characters; the token and what follows it need 45 of them. */
const mostBeforeAt = 64

/**
 * An address such as `design-team.af64447e9e39374841063747ade8e6b0.show-sender@acme.confab.invalid`. The name is for people;
 * the token is what counts, so that the address of before a channel was renamed is as good. No mail is received yet, and
 * the domain says so: nothing under `.invalid` can be reached, so that whoever writes to it is told at once.
 */
export function channelAddress(organization: Organization, channel: Channel, token: string): string {
  const rest = `${token}.show-sender`
  const name = channel.name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, mostBeforeAt - rest.length - 1)
    .replaceAll(/^-+|-+$/g, '')
  return `${name === '' ? '' : `${name}.`}${rest}@${ownDomain(organization)}`
}
