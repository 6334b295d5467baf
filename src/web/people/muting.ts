// Muting people: what they write is hidden, and nobody is told.
import { call } from '../api/call'
import { toast, toastProblem } from '../parts/toasts'
import { text } from '../texts/text'
import { shownName } from './names'

export async function changeMuting(id: number, isMuted: boolean): Promise<void> {
  try {
    await call(isMuted ? 'POST' : 'DELETE', `/users/me/muted_users/${String(id)}`)
    toast(text(isMuted ? 'people.muted' : 'people.unmuted', { name: shownName(id) }), {
      action: { label: text('people.undo'), run: () => void changeMuting(id, !isMuted) },
    })
  } catch (error) {
    toastProblem(error)
  }
}
