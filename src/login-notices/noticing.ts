// Telling people by mail when somebody logs in to their account from a device or place that is new.
import { Type } from '@sinclair/typebox'
import { beginning } from '../http/text-length'
import { queueMail } from '../mail/queueing'
import { seconds } from '../organization/clock'
import type { Transaction } from '../organization/writer'
import type { Browser } from '../sessions/actions'
import { deviceName } from '../sessions/device'
import { userSetting } from '../user-settings/repository'
import type { User } from '../users/repository'
import { lastLogin, putLogin } from './repository'

/** From where nobody has logged in for so long is new again, in seconds. */
const memory = 90 * 24 * 3600
const mostPlaces = 100
/** In code points. */
const longestUserAgent = 300
const longestDevice = 100

export const loginLetter = {
  name: 'login',
  facts: Type.Object({
    userId: Type.Integer(),
    /** UNIX seconds. */
    at: Type.Integer(),
    device: Type.String(),
    address: Type.String(),
  }),
}

/** Notes a login with a password, and queues a mail if it is from somewhere new and the person wants to know. */
export function noticeLogin(tx: Transaction, { id: userId }: Pick<User, 'id'>, browser: Browser): void {
  const { organization } = tx
  const at = seconds(organization.clock)
  const known = lastLogin(tx, { userId, place: placeOf(browser) })
  noteLogin(tx, userId, browser)
  if (known !== undefined && known > at - memory) return
  if (!userSetting(organization, userId, 'enable_login_emails')) return
  const { address } = browser
  queueMail(tx, loginLetter, { userId, at, device: deviceOf(browser), address })
}

/** Notes a login that needs no mail: somebody has just made the account, or proved with a link from a mail who they are. */
export function noteLogin(tx: Transaction, userId: number, browser: Browser): void {
  const lastAt = seconds(tx.organization.clock)
  putLogin(tx, { userId, place: placeOf(browser), lastAt }, mostPlaces)
}

function placeOf(browser: Browser): Buffer {
  return new Bun.CryptoHasher('sha256').update(`${deviceOf(browser)}\0${browser.address}`).digest()
}

function deviceOf({ userAgent }: Browser): string {
  return beginning(deviceName(beginning(userAgent, longestUserAgent)), longestDevice)
}
