// An API key in the query, for programs elsewhere that can be told an address and nothing else: senders of webhooks.
import { apiKeyByHash, directory } from '../users/repository'
import { challenge, type CredentialKind } from './credentials'
import { ApiError, badRequest, deactivated } from './errors'

const parameter = 'api_key'

/**
 * The key of a bot. Those of people are refused: they open all that the person has, and an address is written into the
 * settings and logs of whoever is to call it. What is posted has the key beside it, so no cookie and no page comes into it.
 */
export const botKeyParameter: CredentialKind = {
  name: 'botKey',
  parameter,
  scheme: { type: 'apiKey', in: 'query', name: parameter, description: 'API key of a bot' },
  identify(organization, request) {
    const key = URL.parse(request.url)?.searchParams.get(parameter) ?? ''
    if (key === '') return undefined
    // Looked up by its hash, so the time taken says nothing about how much of a guess was right.
    const known = apiKeyByHash(organization, Bun.SHA256.hash(key, 'hex'))
    const user = known && directory(organization).byId.get(known.userId)
    if (!user) throw new ApiError('UNAUTHORIZED', 'Invalid API key', {}, challenge)
    if (!user.isActive) throw deactivated()
    if (user.botType === null) {
      throw badRequest('Only keys of bots are taken here: make an incoming webhook bot, and use its key')
    }
    return { user, sessionId: undefined, apiKeyId: known.id }
  },
}
