// New HTML for a message whose text stays as it is: what was fetched or made of its links has come (reference: update_message).
import { channelDirectory } from '../../channels/repository'
import { seconds } from '../../organization/clock'
import type { Transaction } from '../../organization/writer'
import { messageById, type StoredMessage } from '../repository'
import { announce, readersOf } from './announcing'
import { updateRenderedContent } from './changes-repository'

/**
 * Gives a message other HTML, and tells everybody who can read it by an `update_message` that is `rendering_only`. Nobody has
 * edited anything: its text, its history and its flags stay.
 * @param htmlOf makes the HTML of the message as it is by now, which may have been edited since it was last looked at: what
 *   several features put in stays side by side only if each changes its own part.
 * @returns whether there was anything to change: the message may have been deleted, or have that HTML already.
 */
export function rerender(
  tx: Transaction,
  messageId: number,
  htmlOf: (message: StoredMessage) => string,
): boolean {
  const message = messageById(tx, messageId)
  if (!message) return false
  const renderedContent = htmlOf(message)
  if (renderedContent === message.renderedContent) return false
  updateRenderedContent(tx, messageId, renderedContent)
  const { organization } = tx
  const { content, channelId } = message
  const notice = {
    editorId: null,
    editedAt: seconds(organization.clock),
    // That of a direct message, and of an edit alone.
    channel: undefined,
    text: { before: undefined, after: { content, renderedContent } },
    move: undefined,
  }
  const channel = channelId === null ? undefined : channelDirectory(organization).byId.get(channelId)
  for (const group of readersOf(tx, message, channel)) announce(tx, message, notice, group)
  return true
}
