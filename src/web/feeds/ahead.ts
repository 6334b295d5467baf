// The messages of the first view, which are asked for while the register is still on its way.
import { narrowAt } from '../addresses/narrow'
import { call } from '../api/call'
import { formOf, type Parameters } from '../api/form'
import { connection } from '../live/connection'
import { onEvent } from '../live/state'
import type { Fields } from '../store/shapes'
import { question, rangeAround } from './fetching'
import { anchorOf } from './terms'

let asked: { key: string; answer: Promise<Fields> } | undefined

/**
 * Asks as soon as the server begins to answer the register: from then on, whatever happens to the messages comes as an event.
 * @param hash of the view that will be drawn
 */
export async function askAhead(register: Promise<Response>, hash: string): Promise<void> {
  const narrow = narrowAt(hash)
  if (!narrow || !(await register).ok) return
  const parameters = question(narrow.terms, rangeAround(anchorOf(narrow)))
  const answer = call('GET', '/messages', parameters)
  answer.catch(forget)
  asked = { key: keyOf('/messages', parameters), answer }
}

/** What was asked ahead, if it is this; once. */
export function takeAhead(path: string, parameters: Parameters): Promise<Fields> | undefined {
  if (asked?.key !== keyOf(path, parameters)) return undefined
  const { answer } = asked
  forget()
  return answer
}

function keyOf(path: string, parameters: Parameters): string {
  return `${path}?${formOf(parameters)}`
}

function forget(): void {
  asked = undefined
}

// What has happened since then is not in it, nor what happens before another register.
onEvent(forget)
connection.subscribe((now) => now === 'waiting' && forget())
