// The script of the reference's page: Scalar's, and a line before it, in one file that is named by what is in it.
import type { PageScript } from './made-script'

let script: Promise<PageScript> | undefined

export function pageScript(): Promise<PageScript> {
  return (script ??= import('./made-script').then(({ madeScript }) => madeScript()))
}
