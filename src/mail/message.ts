// A letter as a message in the format of RFC 5322 and MIME, ready to be handed to a mail server.
import { beginning } from '../http/text-length'
import { organizationUuid, ownUrl } from '../organization/address'
import { ownMailHeader } from '../organization/mail-address'
import type { Organization } from '../organization/organization'
import type { MailServer } from '../organization/rules'
import { settings } from '../organization/settings'
import { oneLine, plainText } from './body'
import { htmlDocument } from './layout'
import type { Letter } from './letter'
import type { Parcel } from './smtp'

/** In code points: what headers hold of a text. */
const longest = { name: 100, subject: 200 }

/** A message's own, beside what the letter says. */
interface Origin {
  /** The same for each attempt to send the letter, and for no other. */
  id: string
  /** UNIX seconds. */
  date: number
}

/** @throws nothing that another attempt would make better */
export async function messageOf(
  organization: Organization,
  { sender }: Pick<MailServer, 'sender'>,
  { to, subject, body, foot, fromName, replyTo, headers = {} }: Letter,
  { id, date }: Origin,
): Promise<Parcel> {
  // What a start does not need.
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const organizationName = oneLine(settings(organization).name)
  const { hostname } = new URL(ownUrl(organization))
  const title = headerText(subject, longest.subject)
  const composed = new MailComposer({
    messageId: `<${id}@${hostname}>`,
    date: new Date(date * 1000),
    from: {
      name: headerText(fromName ?? sender.name ?? organizationName, longest.name),
      address: sender.address,
    },
    to: { name: headerText(to.name, longest.name), address: to.address },
    ...(replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }),
    subject: title,
    headers: {
      // Nobody wrote it by hand, so no program should answer that its owner is on holiday.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      [ownMailHeader]: organizationUuid(organization),
      ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, oneLine(value)])),
    },
    text: `${plainText(body)}\n-- \n${plainText(foot)}`,
    html: htmlDocument({ subject: title, organization: organizationName }, body, foot),
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile()
  const envelope = composed.getEnvelope()
  return {
    from: envelope.from || sender.address,
    to: envelope.to[0] ?? to.address,
    content: await composed.build(),
    greetingName: hostname,
  }
}

function headerText(text: string, length: number): string {
  return beginning(oneLine(text), length)
}
