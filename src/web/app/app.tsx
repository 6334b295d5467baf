// The whole client: the conversations on the left, what is open in the middle, people on the right, and what lies above.
import { signal } from '@preact/signals'
import { Router } from 'wouter-preact'
import { navigate } from 'wouter-preact/use-hash-location'
import { address } from '../addresses/address'
import { isFirstReady } from '../feeds/preparing'
import { connection } from '../live/connection'
import { LeaveBar } from '../notifying/leave'
import { Dialogs } from '../parts/dialogs'
import { Menus } from '../parts/menu'
import { Skeleton } from '../parts/skeleton'
import { Toasts } from '../parts/toasts'
import { Cards } from '../people/cards'
import { text } from '../texts/text'
import { Middle } from './middle'
import { leftSide, rightSide, Side } from './sides'
import { openSide } from '../shell/sides-open'

export function App() {
  return (
    <Router hook={useAddress}>
      <a class="skip-link" href="#main" onClick={(event) => skipToContent(event)}>
        {text('shell.skipToContent')}
      </a>
      <ConnectionBar />
      <LeaveBar />
      <div class="frame" data-open={openSide.value}>
        {isFirstReady.value ? (
          <>
            <Side side={leftSide} />
            <Middle />
            <Side side={rightSide} />
          </>
        ) : (
          <Skeleton rows={12} label={text('shell.loading')} />
        )}
      </div>
      <Cards />
      <Menus />
      <Dialogs />
      <Toasts />
    </Router>
  )
}

/** The address as wouter matches it. */
function useAddress(): [string, typeof navigate] {
  return [`/${address.value.replace(/^#?\/?/, '')}`, navigate]
}

function skipToContent(event: MouseEvent): void {
  event.preventDefault()
  document.querySelector<HTMLElement>('main')?.focus()
}

/** Whether there is a network, as far as the browser knows. */
const isOnline = signal(navigator.onLine)
for (const event of ['online', 'offline'])
  addEventListener(event, () => void (isOnline.value = navigator.onLine))

/** Says when the server is out of reach; the rest stays usable as far as it can. */
function ConnectionBar() {
  if (connection.value !== 'waiting') return null
  return (
    <div class="connection-bar" role="status">
      {text(isOnline.value ? 'shell.reconnecting' : 'shell.offline')}
    </div>
  )
}
