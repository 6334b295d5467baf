// The kinds of values that settings have: how they are written, what they may be, and how they are read.
import {
  hostName,
  hostNames,
  listening,
  mailAddress,
  mailPattern,
  mailSender,
  objectStorage,
  onOrOff,
  oneOf,
  proxies,
  sharedSecret,
  smtpAddress,
  webAddress,
  webOrigin,
  wholeNumber,
} from './values'

/** What values look like: as text, which flags and the environment hold, and in TOML. */
export interface Kind<Value> {
  readonly toml: 'string' | 'integer' | 'boolean' | 'array'
  /** What a value is, for the guide, such as `a whole number from 0 to 65535`. */
  readonly words: string
  /** Whether it names a file or folder, which in `confab.toml` is sought beside that. */
  readonly isPath?: true
  /** @throws InvalidArgumentError whose sentence says what the text must be */
  parse(text: string): Value
}

export const anyText: Kind<string> = { toml: 'string', words: 'a text', parse: (text) => text }

export const file: Kind<string> = { ...anyText, words: 'the path of a file', isPath: true }

export const secretText: Kind<string> = { ...anyText, words: 'a secret' }

export const atLeast16: Kind<string> = {
  toml: 'string',
  words: 'a secret of at least 16 characters',
  parse: sharedSecret,
}

export function whole(least: number, most: number): Kind<number> {
  const words = most < 1e6 ? `a whole number from ${least} to ${most}` : `a whole number, at least ${least}`
  return { toml: 'integer', words, parse: wholeNumber(least, most) }
}

export const switched: Kind<boolean> = { toml: 'boolean', words: '`true` or `false`', parse: onOrOff }

export function choice<const Word extends string>(...words: readonly Word[]): Kind<Word> {
  const quoted = words.map((word) => `\`${word}\``).join(', ')
  return { toml: 'string', words: `one of ${quoted}`, parse: oneOf(...words) }
}

export const name: Kind<string> = { toml: 'string', words: 'a host name', parse: hostName }

export const names: Kind<string[]> = { toml: 'array', words: 'a list of host names', parse: hostNames }

export const portOrOff: Kind<number | 'off'> = {
  toml: 'string',
  words: 'a whole number from 0 to 65535, or `off`',
  parse: (text) => (text === 'off' ? text : wholeNumber(0, 65_535)(text)),
}

export const email: Kind<string> = { toml: 'string', words: 'an e-mail address', parse: mailAddress }

export const webPlace: Kind<string> = {
  toml: 'string',
  words: 'an address such as `https://ca.example.com/directory`',
  parse: webAddress,
}

export const origin: Kind<string> = {
  toml: 'string',
  words: 'an address such as `https://chat.example.com`',
  parse: webOrigin,
}

export const place = {
  toml: 'string',
  words: 'an address with a port, such as `127.0.0.1:9100`',
  parse: listening,
} as const

export const bucket = {
  toml: 'string',
  words: 'an address such as `s3://bucket/prefix`',
  parse: objectStorage,
} as const

export const networks: Kind<string[]> = {
  toml: 'array',
  words: 'a list of addresses and networks',
  parse: proxies,
}

export const pattern: Kind<string> = {
  toml: 'string',
  words: 'an address such as `%s@mail.example.com`',
  parse: mailPattern,
}

export const mailServerAddress = {
  toml: 'string',
  words: 'an address such as `smtp://mail.example.com`',
  parse: smtpAddress,
} as const

export const sender = {
  toml: 'string',
  words: 'an address such as `Team chat <chat@example.com>`',
  parse: mailSender,
} as const
