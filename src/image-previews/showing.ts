// Messages that link to a picture get their final HTML once it is known what becomes of it: some in each step, the oldest first.
import { Type, type Static } from '@sinclair/typebox'
import { pathId } from '../attachments/address'
import { linkedFile } from '../attachments/linked'
import { attachmentById } from '../attachments/repository'
import { jobKind } from '../jobs/kind'
import { inSteps } from '../jobs/steps'
import { withPicture } from '../markdown/linked-files'
import { rerender } from '../messages/changing/rendering-anew'
import type { Transaction } from '../organization/writer'
import { linkingMessages, updateUnseen } from './repository'

/** Each goes to everybody who can read it, and that may be thousands. */
const messagesPerStep = 10

const payload = Type.Object({
  attachmentId: Type.Integer(),
  /** The last message that is done. */
  afterId: Type.Integer(),
})

export const showPreviewsKind = jobKind({
  name: 'show-image-previews',
  payload,
  concurrency: 1,
  timeoutSeconds: 600,
  maxAttempts: 10,
  isInSteps: true,
  run: (attempt) => inSteps(attempt, showInSome),
})

function showInSome(
  tx: Transaction,
  { attachmentId, afterId }: Static<typeof payload>,
): Static<typeof payload> | undefined {
  // What was removed meanwhile keeps its placeholder in no message: those that link to it are changed by whoever removes it.
  const attachment = attachmentById(tx, attachmentId)
  if (!attachment) return undefined
  const file = linkedFile(attachment)
  const htmlOf = (html: string) => withPicture(html, pathId(attachment), file)
  const ids = linkingMessages(tx, attachmentId, afterId, messagesPerStep)
  for (const id of ids) {
    rerender(tx, id, (message) => htmlOf(message.renderedContent))
    updateUnseen(tx, id, htmlOf)
  }
  const last = ids.at(-1)
  return last === undefined || ids.length < messagesPerStep ? undefined : { attachmentId, afterId: last }
}
