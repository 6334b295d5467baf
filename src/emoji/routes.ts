// The names of all Unicode emoji, for clients: the file at `server_emoji_data_url` (reference: register-queue).
import type { Api } from '../http/api'
import { emojiCodesToNames, emojiDataPath } from './emoji'

export function emojiDataRoute(api: Api): void {
  let text: string | undefined
  api.ofServer(emojiDataPath, () => {
    text ??= JSON.stringify({ code_to_names: emojiCodesToNames() })
    return new Response(text, { headers })
  })
}

/** It changes with versions of the server only. */
const headers = { 'content-type': 'application/json', 'cache-control': 'public, max-age=86400' }
