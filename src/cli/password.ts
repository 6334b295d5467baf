// Passwords of new accounts: from standard input, so that none stands in a process list, or made up.
import { Failure } from './failure'

// 32 characters, none of which look alike when read from a screen.
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
    Array.from(crypto.getRandomValues(new Uint8Array(5)), (byte) =>
      alphabet.charAt(byte % alphabet.length),
    ).join('')
  return [group(), group(), group(), group()].join('-')
}
