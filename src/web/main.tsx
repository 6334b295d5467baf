// The client in a page: keeps the connection, and draws itself once there is something to draw.
import { render } from 'preact'
import { askAhead } from './feeds/ahead'
import { followAppearance } from './live/appearance'
import { connection, stayConnected } from './live/connection'
import { clearAtLogOut } from './live/log-out'
import { rememberedAppearance } from './live/remembered-appearance'
import { App } from './app/app'
import { logInAgain } from './app/log-in-again'
import { isFirstThere } from './feeds/preparing'
import { isLoaded } from './live/state'
import { forgetKept } from './notifying/kept'
import { afterDrawing } from './parts/idle'
import { loadParts, loadSoon } from './parts/lazy'
import { warmFormats } from './parts/moments'
import './shell/shortcuts-dialog'
import { reportPresence } from './live/presence'
import { keepOutbox } from './writing/outbox'
import './writing/writing-keys'
import './notifying/meanwhile'
import { language as languageInUse, useLanguage } from './texts/text'

/** @param register what `boot.ts` has asked for */
export async function start(register: Promise<Response>): Promise<void> {
  clearAtLogOut(forgetKept)
  connection.subscribe((now) => {
    if (now !== 'ended' && now !== 'left') return
    void forgetKept()
    if (now === 'ended' && isLoaded.peek()) showEnded().catch(logInAgain)
    else logInAgain()
  })
  const language = useLanguage(rememberedAppearance()?.default_language ?? navigator.language)
  languageInUse.subscribe((name) => (document.documentElement.lang = name))
  keepOutbox()
  void stayConnected(register)
  loadSoon(async () => (await import('./notifying/starting')).startNotifying())
  isFirstThere.subscribe((isThere) => isThere && afterDrawing(loadParts))
  // Whatever fails is dealt with where it is needed.
  askAhead(register, location.hash).catch(() => undefined)
  reportPresence()
  await Promise.all([language, pageIsThere()])
  const root = document.querySelector('#app')
  if (!root) throw new Error('The page has no place for the client')
  followAppearance()
  root.replaceChildren()
  if (connection.peek() !== 'ended') render(<App />, root)
  // Meanwhile the server works on the register.
  setTimeout(warmFormats)
}

/** In place of all that was there, which is nobody's to see any more. */
async function showEnded(): Promise<void> {
  const { endedView } = await import('./app/ended')
  const Ended = await endedView()
  const root = document.querySelector('#app')
  if (root) render(<Ended />, root)
}

/** The script may be there before the rest of the page. */
function pageIsThere(): Promise<unknown> | undefined {
  if (document.readyState !== 'loading') return undefined
  return new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve))
}
