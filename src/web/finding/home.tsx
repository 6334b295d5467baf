// The view that somebody starts with, and old addresses of the views: each leads to its own address without a step in the history.
import { useEffect } from 'preact/hooks'
import { address } from '../addresses/address'
import { state } from '../live/state'
import { fragmentOf, homeAddress } from './standard-views'

/** At the address without any view. */
export function Home() {
  useEffect(() => location.replace(homeAddress(state())), [])
  return null
}

/** At an address that is written otherwise now. */
export function EarlierSpelling() {
  useEffect(() => location.replace(`#${fragmentOf(address.value)}`), [])
  return null
}
