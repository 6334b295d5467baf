// What a start prints: links into the demo, or how to make the first organization.
import { basename } from 'node:path'
import { demoLink } from '../demo/links'
import type { DemoPerson } from '../demo/making'
import { demoPeople } from '../demo/people'
import type { Organizations } from '../organization/organizations'
import { printLines, table } from './output'

/** Somebody of the demo, and the link that logs in whoever opens it. */
export interface DemoLogin {
  name: string
  email: string
  login_url: string
}

/**
 * The log-in links of this run, one for each person of the demo organizations of the data folder.
 * @param run what the server calls this run of its
 */
export function demoLogins({ all }: Organizations, url: string, run: string): DemoLogin[] {
  return all.flatMap((organization) =>
    demoPeople(organization).map((user) => ({
      name: user.fullName,
      email: user.email,
      login_url: url + demoLink(organization, run, user),
    })),
  )
}

/** Where to click. They work for as long as this run does. */
export function printLogins(logins: readonly DemoLogin[]): void {
  printLines(
    '',
    'The demo is ready. Be one of its people, with a click; the links work until the server stops:',
    '',
    ...table(logins.map(({ name, login_url }) => [name, login_url])).map((line) => `  ${line}`),
  )
}

/** What else can be done with a new demo organization. */
export function printDemo(url: string, people: readonly DemoPerson[]): void {
  const [reader, sender] = people
  if (!reader || !sender) return
  printLines(
    '',
    'For apps, and for programs (passwords and keys are shown only now):',
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
    '',
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
