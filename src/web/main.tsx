// The client in a page: keeps the connection, and draws itself once there is something to draw.
import { render } from 'preact'
import { followAppearance } from './live/appearance'
import { connection, stayConnected } from './live/connection'
import { rememberedAppearance } from './live/remembered-appearance'
import { App } from './app/app'
import './shell/shortcuts-dialog'
import { reportPresence } from './live/presence'
import { keepOutbox } from './writing/outbox'
import './writing/writing-keys'
import { useLanguage } from './texts/text'

/** @param register what `boot.ts` has asked for */
export async function start(register: Promise<Response>): Promise<void> {
  connection.subscribe((now) => {
    if (now === 'ended') location.assign(`/login?next=${encodeURIComponent(`/${location.hash}`)}`)
  })
  const language = useLanguage(rememberedAppearance()?.default_language ?? navigator.language)
  keepOutbox()
  void stayConnected(register)
  reportPresence()
  void import('./notifying/starting').then(({ startNotifying }) => startNotifying())
  await language
  const root = document.querySelector('#app')
  if (!root) throw new Error('The page has no place for the client')
  followAppearance()
  root.replaceChildren()
  render(<App />, root)
}
