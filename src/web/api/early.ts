// The first register, before the rest of the client is there.
import { registration } from '../store/registration'
import { formOf } from './form'

export function registerEarly(): Promise<Response> {
  return fetch('/json/register', { method: 'POST', body: formOf(registration) })
}
