// Finds addresses in text: web addresses with and without a scheme, mailboxes, telephone numbers and the like.
import { LinkifyIt, REBuilder } from 'linkify-it'
import topLevelDomains from 'tlds'

/** Finding the end of an address is slow by the character; longer ones can be written as [text](url). */
const longest = 2048

/** Top-level domains that in a chat are nearly always the end of a file name or of a line of code. */
const ambiguous = new Set([
  'call',
  'java',
  'map',
  'md',
  'mov',
  'new',
  'open',
  'py',
  'save',
  'search',
  'select',
  'zip',
])
const domains: ReadonlySet<string> = new Set(topLevelDomains.filter((domain) => !ambiguous.has(domain)))

/** Schemes whose addresses have a host, beside those that the finder knows: `ftps://…`. */
const hostSchemes = [
  'ftps',
  'sftp',
  'ssh',
  'git',
  'svn',
  'irc',
  'ircs',
  'nntp',
  'rtsp',
  'webcal',
  'ws',
  'wss',
]

/** Schemes whose addresses have none, and what stands behind them. */
const plainSchemes: Readonly<Record<string, RegExp>> = {
  tel: /\+?\d[\d().;=a-z-]{1,60}/iy,
  sms: /\+?\d[\d().;=a-z-]{1,60}(?:\?body=[^\s<>"]{1,500})?/iy,
  sip: /[^\s<>"@]{1,64}@[^\s<>"]{1,500}/iy,
  sips: /[^\s<>"@]{1,64}@[^\s<>"]{1,500}/iy,
  xmpp: /[^\s<>"@]{1,64}@[^\s<>"]{1,500}/iy,
  matrix: /(?:u|r|roomid)\/[^\s<>"]{1,500}/iy,
  magnet: /\?[^\s<>"]{1,1500}/iy,
  geo: /-?\d{1,3}(?:\.\d{1,12})?,-?\d{1,3}[^\s<>"]{0,200}/iy,
}
const mailbox = /[\w!#$%&'*+/=?^`{|}~.-]{1,64}@[^\s<>"?:/]{1,255}(?:\?[^\s<>"]{1,1000})?/iy

/** Makes the finder that the Markdown parser uses. */
export function addressFinder(): LinkifyIt {
  const finder = new AddressFinder({
    rebuilder: new AddressPatterns(),
    fuzzyLink: true,
    fuzzyEmail: true,
    urlAuth: true,
    maxLength: longest,
  })
  finder.add('//', null)
  finder.add('www.', {
    validate: (text, position) => endOfWww(text, position, finder),
    normalize: (match) => (match.url = `http://${match.url}`),
  })
  for (const scheme of hostSchemes) {
    finder.add(`${scheme}:`, { validate: (text, at) => finder.testSchemaAt(text, 'http:', at) })
  }
  for (const [scheme, pattern] of Object.entries({ ...plainSchemes, mailto: mailbox })) {
    finder.add(`${scheme}:`, { validate: (text, at) => lengthAt(pattern, text, at) })
  }
  return finder
}

/** How far the URL goes that has `www.` in front of `position`; 0 if it is none. */
function endOfWww(text: string, position: number, finder: LinkifyIt): number {
  const rest = text.slice(position, position + longest)
  if (!/^[^\s./?#]+\.[^\s./?#]/.test(rest)) return 0
  return Math.max(0, finder.testSchemaAt(`//${rest}`, 'http:', 0) - '//'.length)
}

/** The length of what a sticky pattern matches at a place, without the punctuation of the sentence around it. */
function lengthAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  const [found] = pattern.exec(text) ?? ['']
  let end = found.length
  let closed = count(found, ')') - count(found, '(')
  for (; end > 0; end -= 1) {
    const last = found.charAt(end - 1)
    if (last === ')' && closed > 0) closed -= 1
    else if (!/[.,:;!?'\]*~]/.test(last)) break
  }
  return end
}

function count(text: string, character: string): number {
  return text.split(character).length - 1
}

type Found = NonNullable<ReturnType<LinkifyIt['matchAtStart']>>

class AddressFinder extends LinkifyIt {
  /** Only a first look, as `match` says the rest. */
  override test(text: string): boolean {
    return /[.:@]/.test(text)
  }

  override match(text: string): Found[] {
    return (super.match(text) ?? []).map(withoutColon).filter(hasKnownDomain)
  }

  override matchAtStart(text: string): Found | null {
    const found = super.matchAtStart(text)
    return found && withoutColon(found)
  }
}

/** A colon at the end belongs to the sentence, as does what stands before it there. */
function withoutColon(found: Found): Found {
  const [tail = ''] = /[.,;!?'"]*:+$/.exec(found.text.slice(-20)) ?? []
  if (tail === '') return found
  found.lastIndex -= tail.length
  found.raw = found.raw.slice(0, -tail.length)
  found.text = found.text.slice(0, -tail.length)
  found.url = found.url.slice(0, -tail.length)
  return found
}

/** Whether an address without a scheme ends its host in a top-level domain that there is. */
function hasKnownDomain({ schema, text }: Found): boolean {
  if (schema !== '') return true
  const domain = /^[^/?#:]*\.([^./?#:]+)/.exec(text)?.[1]?.toLowerCase() ?? ''
  return domains.has(domain) || domain.startsWith('xn--')
}

/** Any letters may end a host here: trying all domains in a pattern at every dot would take too long. */
class AddressPatterns extends REBuilder {
  override get_tld(): RegExp {
    return (this.cache['tld'] ??= /xn--[a-z0-9-]{1,59}|[a-z]{2,24}|[^\0-\x7f]{1,24}/)
  }

  override get_fuzzy_url_host_port(): RegExp {
    const host = `(?:(?:${this.get_domain().source})\\.){1,10}(?:${this.get_tld().source})`
    return (this.cache['fuzzy_url_host_port'] ??= new RegExp(
      `${host}${this.get_port().source}${this.get_host_terminator().source}`,
    ))
  }
}
