// What a mail says: its subject, its text as Markdown without what it merely quotes, its files, and whether a machine has sent it.
import EmailReplyParser from 'email-reply-parser'
import { Parser } from 'htmlparser2'
import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime'
import TurndownService from 'turndown'
import { ownMailHeader } from '../organization/mail-address'

/** What of a mail's text is wanted; channel addresses carry these as words behind their token. */
export interface TextOptions {
  /** The mails that it answers. */
  includeQuotes: boolean
  /** Signatures and the like at its end. */
  includeFooter: boolean
  /** Its HTML, where it has plain text as well. */
  preferHtml: boolean
}

export interface MailFile {
  name: string
  content: Uint8Array<ArrayBuffer>
}

/** Who or what has sent it: a person, a program that has news, one that answers by itself, or a server that could not deliver. */
export type Origin = 'person' | 'program' | 'automatic answer' | 'delivery report'

export interface MailContent {
  /** Undefined where it has none. */
  messageId: string | undefined
  subject: string
  /** Such as `Ann Example <ann@example.com>`; empty where it names nobody. */
  from: string
  origin: Origin
  /** Whether a server such as this one has written it. */
  isOurs: boolean
  /** Markdown. */
  text: string
  files: MailFile[]
  /** How many files there were beyond those. */
  filesLeftOut: number
}

/** What comes after that is not looked at: no message has room for it. In UTF-16 units. */
const longestText = 30_000
const longestHtml = 500_000
/** Elements within elements; with more, each further one costs more than the one before. */
const deepestHtml = 200
const mostFiles = 20

/**
 * Reads a mail. How long that takes depends on who wrote it: see `readMail`, which bounds it.
 * @throws what is wrong with a mail that can't be read
 */
export async function contentOf(mail: Uint8Array, options: TextOptions): Promise<MailContent> {
  const parsed = await PostalMime.parse(mail)
  const subject = parsed.subject ?? ''
  const keepsQuotes = options.includeQuotes || forwarded.test(subject)
  return {
    messageId: parsed.messageId,
    subject,
    from: parsed.from ? shownAddress(parsed.from) : '',
    origin: originOf(parsed),
    isOurs: headerOf(parsed, ownMailHeader.toLowerCase()) !== undefined,
    text: withoutRest(markdownOf(parsed, options), { ...options, includeQuotes: keepsQuotes }),
    files: parsed.attachments.slice(0, mostFiles).map(fileOf),
    filesLeftOut: Math.max(0, parsed.attachments.length - mostFiles),
  }
}

/** Who passes a mail on means what it quotes. */
const forwarded = /^\s*(fwd?|wg|tr|rv|i|enc|doorst)\s*:/i

function markdownOf({ text = '', html = '' }: Email, { preferHtml }: TextOptions): string {
  const fromHtml = () => markdownOfHtml(html.slice(0, longestHtml))
  const plain = text.trim() === '' ? '' : text
  const wanted = preferHtml ? fromHtml() || plain : plain || fromHtml()
  return wanted.slice(0, longestText)
}

function markdownOfHtml(html: string): string {
  const { text, depth } = plainTextOf(html)
  if (depth > deepestHtml) return text
  const turndown = new TurndownService({
    headingStyle: 'atx',
    bulletListMarker: '*',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
    hr: '---',
  })
  // The chat's Markdown takes a backslash for what it is.
  turndown.escape = (text) => text
  turndown.remove(['head', 'style', 'script', 'title'])
  // Pictures come as files, or are there to tell the sender that the mail was opened.
  turndown.addRule('image', { filter: 'img', replacement: () => '' })
  return turndown.turndown(html)
}

/** The text between the tags, and how deep they are nested. */
function plainTextOf(html: string): { text: string; depth: number } {
  let [text, open, depth] = ['', 0, 0]
  const parser = new Parser({
    onopentag: () => (depth = Math.max(depth, (open += 1))),
    onclosetag: () => (open -= 1),
    ontext: (piece) => (text += piece),
  })
  parser.end(html)
  return { text, depth }
}

function withoutRest(text: string, { includeQuotes, includeFooter }: TextOptions): string {
  const whole = text.replaceAll('\r\n', '\n').trim()
  if (includeQuotes && includeFooter) return whole
  const parts = new EmailReplyParser().read(whole).getFragments()
  const wanted = parts
    .filter((part) => (includeQuotes || !part.isQuoted()) && (includeFooter || !part.isSignature()))
    .map((part) => part.getContent().trim())
    .filter((part) => part !== '')
  // Where there is nothing but a quote, that is what it says.
  return wanted.length === 0 ? whole : wanted.join('\n\n')
}

function fileOf({ filename, mimeType, content }: Attachment): MailFile {
  const ending = mimeType.split('/')[1]?.replaceAll(/[^a-z0-9]/gi, '') ?? 'bin'
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  return { name: filename ?? `attachment.${ending}`, content: new Uint8Array(bytes) }
}

function shownAddress({ name, address = '' }: Address): string {
  return name === '' || name === address ? address : `${name} <${address}>`
}

function originOf(mail: Email): Origin {
  const isReport = /^\s*multipart\/report\b/i.test(headerOf(mail, 'content-type') ?? '')
  const isFromNobody = /^\s*<\s*>/.test(headerOf(mail, 'return-path') ?? '')
  const from = mail.from?.address ?? ''
  if (isReport || isFromNobody || /^(mailer-daemon|postmaster)@/i.test(from)) return 'delivery report'
  const automatic = headerOf(mail, 'auto-submitted')?.trim().toLowerCase() ?? 'no'
  const isAnswer =
    automatic.startsWith('auto-replied') ||
    ['x-autoreply', 'x-autorespond'].some((name) => headerOf(mail, name) !== undefined) ||
    /^\s*auto_reply/i.test(headerOf(mail, 'precedence') ?? '')
  if (isAnswer) return 'automatic answer'
  return /^no\b/.test(automatic) ? 'person' : 'program'
}

/** The value of the first header of that name. @param name in lower case */
function headerOf({ headers }: Email, name: string): string | undefined {
  return headers.find(({ key }) => key === name)?.value
}
