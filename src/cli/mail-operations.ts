// What `confab mail` does: a mail sent at once, to see whether the mail server takes it.
import { Type } from '@sinclair/typebox'
import { badRequest } from '../http/errors'
import { messageOf } from '../mail/message'
import { strangerAt } from '../mail/reader'
import { hand, SmtpFailure } from '../mail/smtp'
import { seconds } from '../organization/clock'
import { emailAddress } from '../users/email-address'
import { chosen, operation, Subdomain } from './operation'

export const testMail = operation(
  'mail/test',
  Type.Object({ subdomain: Subdomain, address: Type.String() }),
  Type.Object({
    /** The mail server, `host:port`. */
    server: Type.String(),
    from: Type.String(),
    to: Type.String(),
    is_taken: Type.Boolean(),
    /** What the server said when it took the mail, or why it did not. */
    answer: Type.String(),
    /** What was said, `→` by Confab, `←` by the mail server; without the password. */
    dialogue: Type.Array(Type.String()),
  }),
  async (organizations, { subdomain, address }) => {
    const organization = chosen(organizations, subdomain)
    const { mail } = organization.rules
    if (!mail)
      throw badRequest(
        'No server with mail is running on this folder: start `confab serve` with --smtp-url and --mail-from, and try again beside it',
      )
    const to = emailAddress(address)
    if (to === undefined) throw badRequest(`'${address}' is no e-mail address`)
    const { texts, sender, letter } = strangerAt(organization, to)
    const parcel = await messageOf(organization, mail, letter(texts.test(sender)), {
      id: crypto.randomUUID(),
      date: seconds(organization.clock),
    })
    const dialogue: string[] = []
    const tell = (line: string): void => void dialogue.push(line)
    const tried = { server: `${mail.host}:${mail.port}`, from: parcel.from, to: parcel.to, dialogue }
    try {
      const answer = await hand(mail, parcel, new AbortController().signal, tell)
      return { ...tried, is_taken: true, answer }
    } catch (error) {
      if (!(error instanceof SmtpFailure)) throw error
      return { ...tried, is_taken: false, answer: error.message }
    }
  },
)
