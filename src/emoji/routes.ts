// The names of all Unicode emoji, for clients: the file at `server_emoji_data_url` (reference: register-queue).
import { Elysia } from 'elysia'
import { withCommonHeaders } from '../http/envelope'
import { emojiCodesToNames, emojiDataPath } from './emoji'

export const emojiDataRoute = () => {
  let text: string | undefined
  return new Elysia({ name: 'emoji-data' }).get(emojiDataPath, () => {
    text ??= JSON.stringify({ code_to_names: emojiCodesToNames() })
    return withCommonHeaders(new Response(text, { headers }))
  })
}

/** It changes with versions of the server only. */
const headers = { 'content-type': 'application/json', 'cache-control': 'public, max-age=86400' }
