// Whom a mail is for: in which language and time zone it speaks to them.
import { ownUrl } from '../organization/address'
import type { Organization } from '../organization/organization'
import { settings } from '../organization/settings'
import { settingsOf } from '../user-settings/repository'
import type { User } from '../users/repository'
import { oneLine } from './body'
import type { Letter } from './letter'
import { texts, type Sender, type Text, type Texts } from './texts'

export interface Reader {
  texts: Texts
  sender: Sender
  /** A moment in words. @param time UNIX seconds */
  moment(time: number): string
  /** What is said, on its way to them. */
  letter(text: Text): Letter
}

/** Somebody with an account. */
export function readerOf(organization: Organization, user: User): Reader {
  const { default_language, twenty_four_hour_time } = settingsOf(organization, user.id)
  const to = { name: user.fullName, address: user.email }
  return reader(organization, to, {
    language: default_language,
    timeZone: user.timezone || 'UTC',
    hourCycle: twenty_four_hour_time ? 'h23' : 'h12',
  })
}

/** Somebody of whom nothing is known but the address. */
export function strangerAt(organization: Organization, address: string): Reader {
  const { default_language: language } = settings(organization)
  return reader(organization, { name: '', address }, { language, timeZone: 'UTC', hourCycle: 'h23' })
}

interface Habits {
  language: string
  timeZone: string
  hourCycle: 'h12' | 'h23'
}

function reader(
  organization: Organization,
  to: Letter['to'],
  { language, timeZone, hourCycle }: Habits,
): Reader {
  const spoken = texts(language)
  return {
    texts: spoken,
    sender: { name: oneLine(settings(organization).name), url: ownUrl(organization) },
    moment: (time) =>
      new Intl.DateTimeFormat(spoken.locale, {
        year: 'numeric',
        month: 'long',
        day: 'numeric',
        hour: 'numeric',
        minute: '2-digit',
        timeZoneName: 'short',
        timeZone,
        hourCycle,
      }).format(time * 1000),
    letter: (text) => ({ to, ...text }),
  }
}
