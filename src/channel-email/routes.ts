// Route of the e-mail addresses of channels: /streams/{id}/email_address.
import { Type } from '@sinclair/typebox'
import type { Api } from '../http/api'
import { Id } from '../http/parameters'
import { emailAddressOf } from './actions'

export function channelEmailRoutes(api: Api): void {
  api.get(
    '/streams/:stream_id/email_address',
    {
      summary: 'Get the e-mail address of a channel',
      description:
        'The address stays the same for the caller, the channel and the sender. Where the server receives no mail, ' +
        'the domain ends in `.invalid`, so that what is sent there comes back at once. Words may follow, each after a ' +
        'dot: `show-sender` has the sender named in the message, `include-quotes` and `include-footer` keep what is ' +
        'cut from mails otherwise, `prefer-html` takes their HTML where they have plain text, too.',
      path: Type.Object({ stream_id: Id() }),
      parameters: Type.Object({
        sender_id: Type.Optional(
          Id({
            description:
              'Who appears as the sender: oneself, a bot of one’s own, or (by default) the server’s bot',
          }),
        ),
      }),
    },
    async ({ organization, caller, path, parameters }) => ({
      email: await emailAddressOf(organization, caller, path.stream_id, parameters.sender_id),
    }),
  )
}
