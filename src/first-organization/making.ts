// Making the first organization of a server: its owner, who is logged in, and the channels that everybody starts in.
import { hashPassword } from '../accounts/creating'
import { checkedOrganizationName, foundIn } from '../administration/founding'
import { checkedName } from '../channels/names'
import { subscribeIn } from '../channels/subscriptions/subscribing'
import { invalidParameter } from '../http/errors'
import { fault } from '../http/faults'
import type { Organizations } from '../organization/organizations'
import type { Transaction } from '../organization/writer'
import { noteLogin } from '../login-notices/noticing'
import { beginSession, type Browser } from '../sessions/actions'

/** What is asked for on the page. */
export interface Wanted {
  name: string
  fullName: string
  email: string
  password: string
  /** Names of channels; empty ones and what is named twice do not count. */
  channels: readonly string[]
  /** Of the page: the organization's, too. */
  language: string
}

const mostChannels = 20

/**
 * Makes the root organization.
 * @returns the token for the cookie of its owner's session
 * @throws ApiError naming the field of the form that is wrong; OrganizationExistsError
 */
export async function makeFirstOrganization(
  organizations: Organizations,
  { name, fullName, email, password, channels, language }: Wanted,
  browser: Browser,
): Promise<string> {
  const cleanName = checkedOrganizationName(name)
  const names = channelNames(channels)
  const passwordHash = await hashPassword(password)
  let token: string | undefined
  await organizations.create('', async (organization) => {
    token = await organization.write((tx) => {
      const owner = foundIn(tx, { name: cleanName, owner: { email, fullName, passwordHash }, language })
      makeChannels(tx, owner.id, names)
      noteLogin(tx, owner.id, browser)
      return beginSession(tx, owner, browser)
    })
  })
  if (token === undefined) throw new Error('the organization was not founded')
  return token
}

/** @throws ApiError REQUEST_VARIABLE_INVALID */
function channelNames(typed: readonly string[]): string[] {
  const wanted = typed.filter((each) => each.trim() !== '').map((each) => checkedName('more_channels', each))
  const byKey = new Map(wanted.map((each) => [each.toLowerCase(), each]))
  if (byKey.size > mostChannels) {
    const message = `At most ${mostChannels} channels to begin with`
    throw invalidParameter('more_channels', message, fault('tooManyChannels', mostChannels))
  }
  return [...byKey.values()]
}

/** Everybody who joins later starts in them. */
function makeChannels(tx: Transaction, ownerId: number, names: readonly string[]): void {
  if (names.length === 0) return
  subscribeIn(tx, ownerId, {
    channels: names.map((name) => ({ name })),
    principals: undefined,
    settings: {
      isPrivate: false,
      isWebPublic: false,
      isHistoryShared: undefined,
      isDefault: true,
      messageRetentionDays: undefined,
      topicsPolicy: 'inherit',
      folderId: null,
      permissions: {},
    },
    authorizationErrorsFatal: true,
  })
}
