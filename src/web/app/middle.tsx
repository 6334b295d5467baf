// The middle of the frame: the view that the address names, with its heading.
import { Compass } from 'lucide-preact'
import { useLayoutEffect } from 'preact/hooks'
import { Route, Switch } from 'wouter-preact'
import { address } from '../addresses/address'
import { EmptyState } from '../parts/empty-state'
import { text } from '../texts/text'
import { views } from './views'

export function Middle() {
  const shown = address.value
  // Whose view is there by now, for those who look from outside: it comes a moment after the address in the browser.
  useLayoutEffect(() => {
    document.documentElement.dataset['address'] = shown
  }, [shown])
  return (
    <Switch>
      {views.map(({ path, view }) => (
        <Route key={String(path)} path={path} component={view} />
      ))}
      <Route component={Nowhere} />
    </Switch>
  )
}

function Nowhere() {
  return (
    <main id="main" class="view" tabIndex={-1}>
      <EmptyState icon={Compass} title={text('shell.nothingHere')}>
        <a class="button" href="#inbox">
          {text('shell.toInbox')}
        </a>
      </EmptyState>
    </main>
  )
}
