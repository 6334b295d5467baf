// The addresses that senders are given: made here, so that nobody has to put one together by hand.
import { botToAdminister } from '../../bots/rights'
import { detailsOf } from '../../bots/wire'
import type { Organization } from '../../organization/organization'
import type { User } from '../../users/repository'
import type { Integration } from '../integration'

/** What an address is to say; undefined is left out. */
export interface AddressPlan {
  readonly botId: number | undefined
  readonly parameters: Readonly<Record<string, string | undefined>>
}

/**
 * The address to give to a sender, with the bot's key in it.
 * @param base the organization's, without a slash at the end
 * @throws ApiError BAD_REQUEST for a bot that the caller does not administer
 */
export function webhookAddress(
  organization: Organization,
  caller: User,
  base: string,
  { name }: Integration,
  { botId, parameters }: AddressPlan,
): string {
  const query = new URLSearchParams()
  const bot = botId === undefined ? undefined : botToAdminister(organization, caller, botId)
  query.set('api_key', bot ? detailsOf(organization, bot).apiKey : 'API_KEY_OF_THE_BOT')
  for (const [parameter, value] of Object.entries(parameters)) {
    if (value !== undefined) query.set(parameter, value)
  }
  return `${base}/api/v1/external/${name}?${query.toString()}`
}
