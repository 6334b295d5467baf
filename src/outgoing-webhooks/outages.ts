// Tells the owner of a bot that its program is not to be reached or answers badly: once, until it has answered well again.
import { botDetails, updateBot } from '../bots/repository'
import { laneOf } from '../bots/webhooks'
import { canRead } from '../messages/access'
import { messageUrlOf } from '../messages/message-url'
import type { StoredMessage } from '../messages/repository'
import { sendDirectNotice } from '../messages/sending/notices'
import { seconds } from '../organization/clock'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import { activeOwner, directory, type User } from '../users/repository'

/** A call that failed. */
export interface Trouble {
  readonly bot: User
  readonly url: string
  readonly message: StoredMessage
  /** Goes on a sentence that begins with the address. */
  readonly reason: string
  /** Whether nobody can be reached there at all. */
  readonly isDown: boolean
  /** Whether it is tried again. */
  readonly goesOn: boolean
}

/** Tells the owner, unless they know: of this bot, or of another one whose program is at the same host that is down. */
export function tellOwner(tx: Transaction, trouble: Trouble): void {
  const { organization } = tx
  const { bot, isDown, url } = trouble
  const details = botDetails(organization).get(bot.id)
  if (!details || details.webhookFailsSince !== null) return
  const owner = activeOwner(organization, bot)
  const isKnown = isDown && failingLanes(organization, bot.botOwnerId).has(laneOf(url))
  updateBot(tx, bot.id, { webhookFailsSince: seconds(organization.clock) })
  if (owner && !isKnown) sendDirectNotice(tx, owner.id, noticeText(organization, owner, trouble))
}

/** The next failure is news again. */
export function noteSuccess(tx: Transaction, { id }: User): void {
  const isFailing = typeof botDetails(tx.organization).get(id)?.webhookFailsSince === 'number'
  if (isFailing) updateBot(tx, id, { webhookFailsSince: null })
}

/** Those of somebody's bots of which they know that they fail. */
function failingLanes(organization: Organization, ownerId: number | null): ReadonlySet<string> {
  const { byId } = directory(organization)
  const failing = [...botDetails(organization).values()].filter(
    ({ userId, webhookFailsSince }) => webhookFailsSince !== null && byId.get(userId)?.botOwnerId === ownerId,
  )
  return new Set(failing.map(({ payloadUrl }) => laneOf(payloadUrl ?? '')))
}

/** Of the address only where it is: paths and queries hold keys. */
function noticeText(organization: Organization, owner: User, trouble: Trouble): string {
  const { bot, url, message, reason, goesOn } = trouble
  const what = canRead(organization, owner, message)
    ? `[a message](${messageUrlOf(organization, message)})`
    : 'a message'
  const further = goesOn ? 'It is called again, for about two hours.' : 'It is not called again for this one.'
  return (
    `The program of your bot @_**${bot.fullName}|${bot.id}** was to be told of ${what}, but ` +
    `\`${new URL(url).origin}\` ${reason}.\n\n` +
    `${further} You are told of further failures only after a call has succeeded.`
  )
}
