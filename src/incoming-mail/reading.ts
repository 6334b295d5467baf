// Reading a mail in a thread of its own: one that is made to take for ever, or to fill the stack, does no harm.
import { isExecutable } from '../version'
import type { MailContent, TextOptions } from './mail-content'
import type { ReadingAnswer, ReadingRequest } from './reading-worker'

/** Far more than any mail takes that was not made for it, on a machine that is busy. In milliseconds. */
const longest = 30_000

/** scripts/build.ts puts it where it stands below the sources, and what imports it anywhere. */
const workerUrl = new URL(
  isExecutable ? './incoming-mail/reading-worker.ts' : './reading-worker.ts',
  import.meta.url,
)

/** The mail can't be read, and never will be. */
export class UnreadableMail extends Error {}

/**
 * Reads a mail.
 * @param signal when nobody waits for it any more
 * @throws UnreadableMail; the reason of the signal; Error where it takes too long
 */
export async function readMail(
  mail: Uint8Array,
  options: TextOptions,
  signal: AbortSignal,
): Promise<MailContent> {
  signal.throwIfAborted()
  const worker = new Worker(workerUrl)
  const { promise, resolve, reject } = Promise.withResolvers<MailContent>()
  const timer = setTimeout(() => reject(new Error('Reading it takes too long')), longest)
  const stop = () => reject(signal.reason)
  signal.addEventListener('abort', stop)
  worker.addEventListener('message', ({ data }: MessageEvent<ReadingAnswer>) => {
    if ('content' in data) resolve(data.content)
    else reject(new UnreadableMail(`It can't be read: ${data.failure}`))
  })
  worker.addEventListener('error', ({ message }) =>
    reject(new UnreadableMail(`It can't be read: ${message}`)),
  )
  const request: ReadingRequest = { mail, options }
  worker.postMessage(request, [])
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
    worker.terminate()
  }
}
