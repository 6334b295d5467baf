// The demo organization of `confab serve --demo`: made like a client would, over the API.
import { basename } from 'node:path'
import type { Organizations } from '../organization/organizations'
import { cast, channels, messages, type DemoMessage } from './demo-content'
import { createOrganization } from './operations'
import { createUser } from './user-operations'
import { printLines, table } from './output'
import { generatePassword } from './password'

export interface DemoPerson {
  id: number
  name: string
  email: string
  password: string
  apiKey: string
}

/**
 * Founds the demo organization as the root one of the server at `url`, and lets its people talk.
 * Returns the people, whose passwords are nowhere else.
 */
export async function makeDemo(url: string, organizations: Organizations): Promise<DemoPerson[]> {
  const people: DemoPerson[] = []
  for (const { name, email, role } of cast) {
    const password = generatePassword()
    const made =
      role === 'owner'
        ? await createOrganization.perform(organizations, {
            subdomain: '',
            name: 'Lighthouse Bakery',
            owner_email: email,
            owner_name: name,
            password,
            public_access: false,
          })
        : await createUser.perform(organizations, { name, email, role, password, can_create_users: false })
    people.push({ id: made.user_id, name, email, password, apiKey: made.api_key })
  }
  await subscribeAll(url, people)
  for (const message of messages) await send(url, people, message)
  return people
}

async function subscribeAll(url: string, people: readonly DemoPerson[]): Promise<void> {
  await post(url, people[0], '/users/me/subscriptions', {
    subscriptions: JSON.stringify(channels),
    principals: JSON.stringify(people.map((person) => person.id)),
    announce: 'false',
  })
}

async function send(
  url: string,
  people: readonly DemoPerson[],
  { from, to, content }: DemoMessage,
): Promise<void> {
  const target =
    'channel' in to
      ? { type: 'channel', to: to.channel, topic: to.topic }
      : { type: 'direct', to: JSON.stringify(to.people.map((index) => people[index]?.id)) }
  await post(url, people[from], '/messages', { ...target, content, read_by_sender: 'true' })
}

/** Calls the API as one of the people. @throws if that fails: the demo is then a bug. */
async function post(
  url: string,
  person: DemoPerson | undefined,
  path: string,
  parameters: Record<string, string>,
): Promise<void> {
  const credentials = Buffer.from(`${person?.email}:${person?.apiKey}`).toString('base64')
  const answer = await fetch(`${url}/api/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Basic ${credentials}`, 'user-agent': 'Demo' },
    body: new URLSearchParams(parameters),
  })
  if (!answer.ok) throw new Error(`The demo failed at ${path}: ${answer.status} ${await answer.text()}`)
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
    `Any client of the protocol can log in at ${url}`,
  )
}

/**
 * What to do with an installation that is not new, or still empty.
 * @param setupUrl the link that makes the first organization, where there is none
 */
export function printNextSteps(setupUrl: string | undefined, folder: string): void {
  const confab = invocation()
  if (setupUrl !== undefined) {
    printLines(
      '',
      'There is no organization yet. Make it in a browser, with this link, which works once:',
      '',
      `  ${setupUrl}`,
      '',
      'or here, with the server running:',
      '',
      `  ${confab} organization create --data ${folder} --name "Acme" --owner-email you@example.com --owner-name "You"`,
    )
    return
  }
  printLines(
    'To see who has an account, and to get a new API key for somebody:',
    `  ${confab} user list --data ${folder}`,
    `  ${confab} user key --data ${folder} --email ADDRESS`,
  )
}

/** How this program was started, as far as a person would type it again. */
function invocation(): string {
  const name = basename(process.execPath)
  return name.startsWith('bun') ? 'npm run --silent confab --' : name
}
