// The demo organization of `confab serve --demo`: people, channels and a few messages to look at.
import { basename } from 'node:path'
import type { Organization } from '../organization/organization'
import type { Organizations } from '../organization/organizations'
import { createOrganization, createUser } from './operations'
import { printLines, table } from './output'
import { generatePassword } from './password'

export interface DemoPerson {
  name: string
  email: string
  role: 'owner' | 'moderator' | 'member'
  password: string
  apiKey: string
}

const cast = [
  { name: 'Mara Lindqvist', email: 'mara@demo.example', role: 'owner' },
  { name: 'Jonas Okafor', email: 'jonas@demo.example', role: 'moderator' },
  { name: 'Priya Raman', email: 'priya@demo.example', role: 'member' },
] as const

/** Founds the demo organization as the root one; returns its people, whose passwords are nowhere else. */
export async function makeDemo(organizations: Organizations): Promise<DemoPerson[]> {
  const people: DemoPerson[] = []
  for (const person of cast) {
    const password = generatePassword()
    const made =
      person.role === 'owner'
        ? await createOrganization.perform(organizations, {
            subdomain: '',
            name: 'Lighthouse Bakery',
            owner_email: person.email,
            owner_name: person.name,
            password,
            public_access: false,
          })
        : await createUser.perform(organizations, { ...person, password, can_create_users: false })
    people.push({ ...person, password, apiKey: made.api_key })
  }
  return people
}

/** What to do with a new demo organization. */
export function printDemo(url: string, people: readonly DemoPerson[]): void {
  const [reader, sender] = people
  if (!reader || !sender) return
  printLines(
    '',
    'A demo organization is ready. Its people (passwords and keys are shown only now):',
    '',
    ...table([
      ['E-MAIL', 'PASSWORD', 'API KEY'],
      ...people.map(({ email, password, apiKey }) => [email, password, apiKey]),
    ]).map((line) => `  ${line}`),
    '',
    'Read the last messages, and send one:',
    '',
    `  curl -sS -u ${reader.email}:${reader.apiKey} '${url}/api/v1/messages?anchor=newest&num_before=5&num_after=0'`,
    `  curl -sS -u ${sender.email}:${sender.apiKey} ${url}/api/v1/messages -d type=channel -d to=general -d topic=hello -d 'content=Hello, **world**!'`,
    '',
    'Any client of the protocol can log in at that address.',
  )
}

/** What to do with an installation that is not new, or still empty. */
export function printNextSteps(organizations: readonly Organization[], folder: string): void {
  const confab = `${invocation()} `
  if (organizations.length === 0) {
    printLines(
      'There is no organization yet. Make one, with the server running:',
      `  ${confab}organization create --data ${folder} --name "Acme" --owner-email you@example.com --owner-name "You"`,
    )
    return
  }
  printLines(
    'To see who has an account, and to get a new API key for somebody:',
    `  ${confab}user list --data ${folder}`,
    `  ${confab}user key --data ${folder} --email ADDRESS`,
  )
}

/** How this program was started, as far as a person would type it again. */
function invocation(): string {
  const name = basename(process.execPath)
  return name.startsWith('bun') ? 'npm run --silent confab --' : name
}
