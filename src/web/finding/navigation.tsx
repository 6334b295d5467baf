// The left side: the views over everything, then channels and direct conversations.
import { state } from '../live/state'

export function Navigation() {
  return <h2 class="for-ears">{state().organization.name}</h2>
}
