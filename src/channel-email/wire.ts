// How the e-mail address of a channel is written.
import type { Channel } from '../channels/repository'
import { addressPlace, incomingAddress, roomInAddress } from '../organization/mail-address'
import type { Organization } from '../organization/organization'
import { ownDomain } from '../users/wire'

/**
 * An address such as `design-team.af64447e9e39374841063747ade8e6b0.show-sender@mail.example.com`. The name is for people;
 * the token is what counts, so that the address of before a channel was renamed is as good. Where no mail is received, the
 * domain says so: nothing under `.invalid` can be reached, so that whoever writes to it is told at once.
 */
export function channelAddress(organization: Organization, channel: Channel, token: string): string {
  const unreachable = `${addressPlace}@${ownDomain(organization)}`
  const rest = `${token}.show-sender`
  const name = channel.name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, Math.max(0, roomInAddress(organization, unreachable) - rest.length - 1))
    .replaceAll(/^-+|-+$/g, '')
  return incomingAddress(organization, name === '' ? rest : `${name}.${rest}`, unreachable)
}
