// Routes of resumable uploads, by tus 1.0.0 (contract 4.20): /tus.
import { Type } from '@sinclair/typebox'
import type { Api } from '../http/api'
import type { OpenCall } from '../http/route'
import type { TusCall } from './protocol'
import { capabilities } from './wire'

const path = Type.Object({ upload_id: Type.String() })
const description = 'By the protocol tus 1.0.0 (tus.io): parameters and results stand in headers. '

export function resumableUploadRoutes(api: Api): void {
  const about = { summary: 'Get what resumable uploads can do', description, credentials: [] }
  api.open.options('/tus', about, answerOptions)
  api.open.options('/tus/:upload_id', { ...about, path }, answerOptions)
  api.post(
    '/tus',
    {
      summary: 'Begin a resumable upload',
      description:
        description +
        'Upload-Length or Upload-Defer-Length; Upload-Metadata has filename, which the file is shown with, and filetype. ' +
        'Location is the address for what follows.',
      rawBody: true,
    },
    answer,
  )
  api.head(
    '/tus/:upload_id',
    {
      summary: 'Get how far a resumable upload is',
      description:
        description +
        'Upload-Offset is where to go on. What is whole lacks its last byte here: the answer to that byte has the address of the file.',
      path,
    },
    answer,
  )
  api.patch(
    '/tus/:upload_id',
    {
      summary: 'Send a part of a resumable upload',
      description:
        description +
        'Upload-Offset; Upload-Checksum may say what the part has to be. The part that makes it whole is answered with the ' +
        'JSON fields url and filename, as POST /user_uploads is.',
      path,
      rawBody: true,
    },
    answer,
  )
  api.delete(
    '/tus/:upload_id',
    { summary: 'Forget a resumable upload', description, path, rawBody: true },
    answer,
  )
  api.post(
    '/tus/:upload_id',
    {
      summary: 'Send, ask or forget, for clients that can say no other method than POST',
      description: `${description}X-HTTP-Method-Override names the method.`,
      path,
      rawBody: true,
    },
    answer,
  )
}

/** What speaks tus is loaded when somebody does: a start is sooner without. */
function answer(call: TusCall): Promise<Response> {
  return import('./protocol').then(({ answerTus }) => answerTus(call))
}

/** To browsers, which ask before they let a page of another site call, and to clients that ask what they may. */
function answerOptions({ organization, request }: OpenCall<unknown, unknown>): Promise<Response> {
  return import('../http/unrouted').then(async ({ answerPreflight }) => {
    const response = await answerPreflight(request)
    for (const [name, value] of Object.entries(capabilities(organization))) response.headers.set(name, value)
    return response
  })
}
