// `confab push register`: makes this server known to a push bouncer, which passes its notifications on.
import { existsSync, renameSync, writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import { systemClock } from '../organization/clock'
import { ask, codeOf, type BouncerAnswer } from '../push/bouncer'
import { bouncerPath, storedBouncer } from '../settings/push-access'
import { hostName, webOrigin } from '../settings/values'
import { Failure } from './failure'
import { addDataOption, addJsonOption, flag, valued } from './options'
import { printJson, printLines } from './output'

interface RegisterOptions {
  data: string
  bouncer: string
  hostname: string
  email: string
  allowPrivateAddresses?: true
  json?: true
}

export function addPushCommand(program: Command): void {
  const group = program.command('push').description('see to it that devices are notified')
  const register = group.command('register')
  addJsonOption(addDataOption(register))
    .description('make this server known to a push bouncer; `confab serve` uses it from its next start on')
    .addOption(
      valued('--bouncer <address>', 'such as https://push.example.com')
        .argParser(webOrigin)
        .makeOptionMandatory(),
    )
    .addOption(
      valued('--hostname <name>', 'under which people reach this server')
        .argParser(hostName)
        .makeOptionMandatory(),
    )
    .addOption(valued('--email <address>', 'of whoever runs it').makeOptionMandatory())
    .addOption(flag('--allow-private-addresses', 'the bouncer may have a private address'))
    .action(registerServer)
}

/** The ID and the key are made here; the bouncer learns them. Said again, they stay the same. */
async function registerServer(options: RegisterOptions): Promise<void> {
  const { data, bouncer: url, hostname, email } = options
  if (!existsSync(data))
    throw new Failure('refused', `There is no data folder ${data}: choose one with --data.`)
  const stored = storedBouncer(data)
  const { id, key } = stored?.url === url ? stored : newCredentials()
  const body = { zulip_org_id: id, zulip_org_key: key, hostname, contact_email: email }
  const network = { allowsPrivateAddresses: options.allowPrivateAddresses ?? false }
  const answer = await ask(url, 'server/register', body, { as: 'form' }, { network, clock: systemClock })
  assertRegistered(url, answer)
  store(bouncerPath(data), { url, id, key })
  if (options.json) return printJson({ bouncer: url, id })
  printLines(
    `${url} knows this server now, as ${id}. What it is known by is in ${bouncerPath(data)}: keep it secret.`,
    'Start the server anew, and devices are notified.',
  )
}

function newCredentials(): { id: string; key: string } {
  const key = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex')
  return { id: crypto.randomUUID(), key }
}

function assertRegistered(url: string, answer: BouncerAnswer): void {
  if (answer.kind === 'unreachable') throw new Failure('refused', `${url} can't be reached: ${answer.reason}`)
  if (answer.status >= 200 && answer.status < 300 && answer.json !== undefined) return
  const code = codeOf(answer.json)
  throw new Failure(
    'refused',
    `${url} refuses: it answered ${answer.status}${code === undefined ? '' : ` (${code})`}`,
  )
}

/** It is whole on disk, or as it was. */
function store(path: string, bouncer: { url: string; id: string; key: string }): void {
  const unfinished = `${path}.new`
  writeFileSync(unfinished, `${JSON.stringify(bouncer)}\n`, { mode: 0o600, flush: true })
  renameSync(unfinished, path)
}
