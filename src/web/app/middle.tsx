// The middle of the frame: the view that the address names, with its heading.
import { Compass } from 'lucide-preact'
import { Route, Switch } from 'wouter-preact'
import { EmptyState } from '../parts/empty-state'
import { text } from '../texts/text'
import { views } from './views'

export function Middle() {
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
