// One conversation with the operator's mail server: a message is handed over, or it is said exactly why not.
import type { NodemailerError } from 'nodemailer/lib/errors'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import { beginning } from '../http/text-length'
import type { MailServer } from '../organization/rules'

/** A message with what stands on its envelope. */
export interface Parcel {
  from: string
  to: string
  /** The message itself, headers included. */
  content: Buffer
  /** The name by which this server greets the mail server. */
  greetingName: string
}

/**
 * What a failure is about: the `recipient`, this `message`, or the mail `server` (and how it is reached and logged in to), which
 * then takes nothing for anybody.
 */
export type Concern = 'recipient' | 'message' | 'server'

/** Why a message was not taken, in a sentence that says what the server answered. */
export class SmtpFailure extends Error {
  constructor(
    readonly concern: Concern,
    /** Whether the same message will never be taken. */
    readonly isPermanent: boolean,
    message: string,
  ) {
    super(message)
  }
}

/** How long the whole may take, in milliseconds, even if the server says a little something all the time. */
const longestConversation = 90_000
/** In code points: what is kept of an answer. */
const longestAnswer = 500

/**
 * Hands a message to the mail server.
 * @param tell gets the lines of the conversation, without the password
 * @returns the server's answer once it has taken the message over
 * @throws SmtpFailure; the signal's reason
 */
export async function hand(
  server: MailServer,
  parcel: Parcel,
  signal: AbortSignal,
  tell?: (line: string) => void,
): Promise<string> {
  return await talk(server, parcel, signal, tell, (connection) => converse(connection, server, parcel))
}

/**
 * Connects to the mail server, encrypted as the settings say, and logs in; nothing is sent.
 * @param greetingName the name by which this server greets it
 * @throws SmtpFailure; the signal's reason
 */
export async function tryLogin(server: MailServer, greetingName: string, signal: AbortSignal): Promise<void> {
  const nobody = { from: server.sender.address, to: '', content: Buffer.alloc(0), greetingName }
  await talk(server, nobody, signal, undefined, (connection) => logIn(connection, server))
}

/** Makes a connection, and ends it however that goes. */
async function talk<T>(
  server: MailServer,
  parcel: Parcel,
  signal: AbortSignal,
  tell: ((line: string) => void) | undefined,
  say: (connection: SMTPConnection) => Promise<T>,
): Promise<T> {
  // What a start does not need.
  const { default: Connection } = await import('nodemailer/lib/smtp-connection')
  const connection = new Connection(optionsFor(server, parcel.greetingName, tell))
  const tooLong = AbortSignal.timeout(longestConversation)
  const ended = AbortSignal.any([signal, tooLong])
  const broken = Promise.withResolvers<never>()
  connection.on('error', broken.reject)
  ended.addEventListener('abort', () => broken.reject(ended.reason), { once: true })
  try {
    const answer = await Promise.race([say(connection), broken.promise])
    connection.quit()
    return answer
  } catch (error) {
    connection.close()
    signal.throwIfAborted()
    throw tooLong.aborted
      ? new SmtpFailure('server', false, `${nameOf(server)} took too long altogether`)
      : failureFrom(server, parcel, error)
  }
}

function optionsFor(
  { host, port, tls, authority, timeouts }: MailServer,
  name: string,
  tell?: (line: string) => void,
): SMTPConnection.Options {
  return {
    host,
    port,
    name,
    secure: tls === 'implicit',
    requireTLS: tls === 'required',
    ignoreTLS: tls === 'off',
    opportunisticTLS: tls === 'optional',
    // Where no encryption would do as well, one whose other end is unknown is better than none.
    tls: tls === 'optional' ? { rejectUnauthorized: false } : authority === null ? {} : { ca: authority },
    dnsTimeout: timeouts.connect,
    connectionTimeout: timeouts.connect,
    greetingTimeout: timeouts.answer,
    socketTimeout: timeouts.answer,
    logger: tell ? loggerTo(tell) : false,
    transactionLog: tell !== undefined,
  }
}

async function logIn(connection: SMTPConnection, { login }: MailServer): Promise<void> {
  await called((done) => connection.connect(done))
  if (!login) return
  const credentials = { user: login.user, pass: login.password }
  await called((done) => connection.login({ credentials }, done))
}

async function converse(
  connection: SMTPConnection,
  server: MailServer,
  { from, to, content }: Parcel,
): Promise<string> {
  await logIn(connection, server)
  const envelope = { from, to: [to], size: content.length }
  const info = await called<SMTPConnection.SentMessageInfo>((done) =>
    connection.send(envelope, content, done),
  )
  return oneLine(info?.response ?? '')
}

/** What a function with a callback comes to. */
function called<T>(
  call: (done: (error?: NodemailerError | null, result?: T) => void) => void,
): Promise<T | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<T | undefined>()
  call((error, result) => (error ? reject(error) : resolve(result)))
  return promise
}

function failureFrom(server: MailServer, { from, to }: Parcel, error: unknown): unknown {
  if (!isOfNodemailer(error)) return error
  const { command, responseCode } = error
  const answer = oneLine(error.response ?? error.message)
  const isPermanent = error.permanent ?? false
  // 421: it closes. 53x: it wants a login, or another one; so nobody's mail is taken.
  const isOfServer = responseCode === 421 || (responseCode !== undefined && /^53\d$/.test(`${responseCode}`))
  if (command === 'RCPT TO' && !isOfServer) {
    const verb = isPermanent ? 'refuses' : 'does not take'
    return new SmtpFailure('recipient', isPermanent, `${nameOf(server)} ${verb} the address ${to}: ${answer}`)
  }
  // Without an answer: what can't be sent to this server, such as a message larger than it says it takes.
  const isUnsendable = responseCode === undefined && error.code === 'EMESSAGE'
  if ((command === 'DATA' && isPermanent && !isOfServer) || isUnsendable) {
    return new SmtpFailure('message', true, `${nameOf(server)} refuses the message: ${answer}`)
  }
  return new SmtpFailure('server', false, `${nameOf(server)}${stepOf(error, server, from)}: ${answer}`)
}

/** What it was that failed, between the server's name and its answer. */
function stepOf({ code, command }: NodemailerError, { login }: MailServer, from: string): string {
  if (code === 'EAUTH') return ` does not let ${login?.user ?? 'anybody'} in`
  if (command === 'MAIL FROM') return ` does not take mail from ${from}`
  if (command === 'STARTTLS') return ' does not encrypt (STARTTLS)'
  if (code === 'EDNS') return ' can’t be found'
  if (code === 'ESOCKET' || code === 'ECONNECTION' || code === 'ETLS') return ' can’t be reached'
  if (code === 'ETIMEDOUT') return ' does not answer'
  return ' failed'
}

function isOfNodemailer(error: unknown): error is NodemailerError {
  return error instanceof Error && 'code' in error
}

function nameOf({ host, port }: MailServer): string {
  return `The mail server ${host}:${port}`
}

/** Answers may have several lines. */
function oneLine(text: string): string {
  return beginning(text.replaceAll(/[\p{C}\s]+/gu, ' ').trim(), longestAnswer)
}

/** What the library would log of the conversation; it leaves out what is secret. */
function loggerTo(tell: (line: string) => void) {
  const ignore = (): void => {}
  return {
    trace: ignore,
    info: ignore,
    warn: ignore,
    error: ignore,
    fatal: ignore,
    level: ignore,
    debug({ tnx }: { tnx?: string }, text: string): void {
      if (tnx !== 'client' && tnx !== 'server') return
      for (const line of text.split(/\r?\n/)) tell(`${tnx === 'client' ? '→' : '←'} ${line}`)
    },
  }
}
