// Passwords of new accounts: from standard input, so that none stands in a process list, or made up.
import { randomInt } from 'node:crypto'
import { Failure } from './failure'

// No characters that look alike when read from a screen.
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

/** The first line of standard input. */
export async function readPassword(): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write('Password: ')
  for await (const line of console) {
    if (line === '') break
    return line
  }
  throw new Failure('usage', '--password-stdin was given, but standard input holds no password.')
}

/** Four groups of five characters, about a hundred bits. */
export function generatePassword(): string {
  const group = (): string =>
    Array.from({ length: 5 }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
  return [group(), group(), group(), group()].join('-')
}
