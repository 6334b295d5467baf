// Parts of the client that are loaded when they are first needed. A browser remembers for good what it could not load, so nothing
// is asked for while there is no network; where a part is missing all the same, only the page as a whole can be loaded again.
import { text } from '../texts/text'
import { toast } from './toasts'

/** Whether it is worth asking: there is a network, or a service worker that has kept what it has seen. */
export function canLoad(): boolean {
  return navigator.onLine || ('serviceWorker' in navigator && navigator.serviceWorker.controller !== null)
}

/** Says that a part can't be had as long as this page is open. */
export function tellMissing(): void {
  toast(text('shell.partMissing'), {
    isProblem: true,
    action: { label: text('shell.reload'), run: () => location.reload() },
  })
}
