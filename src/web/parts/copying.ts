// What is copied for somebody, to be pasted elsewhere.
import { text } from '../texts/text'
import { toast } from './toasts'

/** Copies a text, and says so; or that the browser does not let it, and what to do then. */
export async function copy(words: string): Promise<void> {
  const isDone = await byClipboard(words).catch(() => byCommand(words))
  toast(text(isDone ? 'shell.copied' : 'shell.notCopied'), { isProblem: !isDone })
}

async function byClipboard(words: string): Promise<boolean> {
  await navigator.clipboard.writeText(words)
  return true
}

/** As before there was a clipboard for pages, which they only have where the server speaks HTTPS. */
function byCommand(words: string): boolean {
  const allow = (event: Event): void => event.preventDefault()
  const give = (event: ClipboardEvent): void => {
    event.preventDefault()
    event.clipboardData?.setData('text/plain', words)
  }
  document.addEventListener('beforecopy', allow)
  document.addEventListener('copy', give)
  try {
    return document.execCommand('copy')
  } finally {
    document.removeEventListener('beforecopy', allow)
    document.removeEventListener('copy', give)
  }
}
