// What becomes of edits that were begun in this browser and not saved: they are offered again once the page is there.
import { go } from '../addresses/address'
import { call, Problem } from '../api/call'
import { messageLink } from '../live/links'
import { changeState, state } from '../live/state'
import { toast } from '../parts/toasts'
import { addMessages } from '../store/state'
import { text } from '../texts/text'
import { dropEdit, isLeftUnsaved, startEditing } from './editing'

/** Drops those of messages that are gone, and offers to go on with the newest of the others. @param ids of messages, ascending */
export async function offerLeftEdits(ids: readonly number[]): Promise<void> {
  let newest: number | undefined
  for (const id of ids) if (await isThere(id)) newest = id
  if (newest === undefined || !isLeftUnsaved(newest)) return
  const id = newest
  toast(text('writing.leftEdit'), { action: { label: text('writing.goOnEditing'), run: () => goOn(id) } })
}

/** Where the server can't be reached, it is taken to be there. */
async function isThere(id: number): Promise<boolean> {
  try {
    const answer = await call('GET', `/messages/${id}`, { allow_empty_topic_name: true })
    changeState((before) => addMessages(before, [answer['message']]))
    return true
  } catch (error) {
    if (!(error instanceof Problem)) return true
    if (error.status === 400) dropEdit(id)
    return false
  }
}

function goOn(id: number): void {
  const message = state().messages.get(id)
  if (!message) return
  go(messageLink(message))
  startEditing(id)
}
