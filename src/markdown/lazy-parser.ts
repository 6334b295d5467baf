// The parser with all it is made of, which loads when the first message needs it: a start is sooner without. By itself, as the parser
// must not import what loads it.
import type * as parser from './parser.ts'
// Run from the sources, Bun never comes back from a `require` that leads to a macro, as this has; so it is loaded before.
import '../emoji/emoji.ts'

export function loadParser(): typeof parser {
  return require('./parser.ts')
}
