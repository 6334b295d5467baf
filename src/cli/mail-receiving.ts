// `confab mail receive`: what a mail server pipes its mails to.
import type { Command } from 'commander'
import { addresseesIn } from '../incoming-mail/envelope'
import { largestMail } from '../incoming-mail/accepting'
import { perform } from './control'
import { failureOf } from './failure'
import { receiveOneMail } from './mail-receiving-operations'
import { addDataOption } from './options'

/** Exit codes as mail servers know them, from sysexits.h: what fails for now is kept and tried again. */
const mailExit = { done: 0, wrongData: 65, unknownRecipient: 67, failedForNow: 75 } as const

export function addReceiveCommand(group: Command): void {
  addDataOption(group.command('receive'))
    .description('take in one mail from standard input, for the address of a channel or as an answer')
    .argument('[recipients...]', 'whom it is for; without them, its headers and $ORIGINAL_RECIPIENT say')
    .addHelpText(
      'after',
      [
        '',
        'For the pipe of a mail server, as the user the server runs as. Postfix, in master.cf:',
        '  confab unix - n n - - pipe flags=DRX user=confab argv=/usr/local/bin/confab mail receive',
        '         --data /var/lib/confab ${recipient}',
        'Exit codes are those of sysexits.h: 0 taken in, 65 too large or empty, 67 no such recipient, 75 try again later.',
      ].join('\n'),
    )
    .action(receive)
}

async function receive(recipients: string[], { data }: { data: string }): Promise<void> {
  process.exitCode = await received(recipients, data).catch(later)
}

async function received(recipients: readonly string[], data: string): Promise<number> {
  const mail = await standardInput()
  if (mail === undefined) return said('The mail is too large', mailExit.wrongData)
  if (mail.byteLength === 0) return said('There is no mail on standard input', mailExit.wrongData)
  const groups = recipients.length > 0 ? [[...recipients]] : [...fromEnvironment(), ...addresseesIn(mail)]
  const { accepted } = await perform(data, receiveOneMail, {
    recipients: groups,
    mail_base64: Buffer.from(mail).toString('base64'),
  })
  return accepted > 0 ? mailExit.done : said('There is no such recipient', mailExit.unknownRecipient)
}

/** Undefined once it is longer than any mail may be. */
async function standardInput(): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of Bun.stdin.stream()) {
    size += chunk.byteLength
    if (size > largestMail) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Postfix says so where an alias leads to a pipe. */
function fromEnvironment(): string[][] {
  const recipient = process.env['ORIGINAL_RECIPIENT'] ?? ''
  return recipient === '' ? [] : [[recipient]]
}

/** Whatever is wrong with this server is nothing the sender of a mail should be told. */
function later(error: unknown): number {
  const reason = failureOf(error)?.message ?? Bun.inspect(error)
  return said(reason, mailExit.failedForNow)
}

function said(reason: string, code: number): number {
  process.stderr.write(`confab: ${reason}\n`)
  return code
}
