// The route that shows what outgoing webhook bots are told.
import type { Api } from '../http/api'
import { samplePayload } from './sample'

export function outgoingWebhookRoutes(api: Api): void {
  api.post(
    '/chat-outgoing-webhook',
    {
      summary: 'Get a sample of what outgoing webhook bots are told',
      description: `
The server calls the program of an outgoing webhook bot for each direct message to the bot (\`trigger\`: \`direct_message\`) and each
message of a person that mentions it in a channel (\`mention\`). It posts JSON as this call answers with, but for \`result\` and
\`msg\`, to the bot's \`payload_url\`; to bots with Slack's format, a form with \`token\`, \`team_id\`, \`team_domain\`, \`channel_id\`,
\`channel_name\`, \`thread_ts\`, \`timestamp\`, \`user_id\`, \`user_name\`, \`text\`, \`trigger_word\` and \`service_id\`.

The header \`Idempotency-Key\` is the same each time one and the same call is made: whoever has answered it before need not do its
work twice. What is posted in the conversation is posted once in any case.

The program answers within 10 seconds with status 200 and \`{"content": "…"}\` (Slack's format: \`{"text": "…"}\`), which the bot says in
the same conversation, or with \`{"response_not_required": true}\`, \`{}\` or nothing. Statuses 408, 429 and 5xx, and no answer, are
tried again for about two hours, later each time; other statuses, redirects among them, and what can't be understood are not. The
owner of the bot is told once, until a call has succeeded.`.trim(),
      bots: 'all',
    },
    ({ organization, caller, client }) => ({ ...samplePayload(organization, caller, client) }),
  )
}
