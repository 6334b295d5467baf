// What a device is called, by what its browser or program says of itself.
import { parse } from 'bowser'

/** What a browser is and runs on, in words, such as `Firefox on Linux`; of a program, the name that it gives itself. */
export function deviceName(userAgent: string): string {
  if (userAgent === '') return 'Unknown device'
  const { browser, os } = parse(userAgent)
  const [ownName = ''] = /^[^\s/]+/.exec(userAgent) ?? []
  // All browsers say that they are Mozilla; whatever says something else is no browser.
  const program = (/^(Mozilla|Opera)$/.test(ownName) ? browser.name : ownName) || 'Unknown browser'
  return os.name ? `${program} on ${os.name}` : program
}
