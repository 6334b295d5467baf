// `confab organization audit`: who changed what and when.
import type { Command } from 'commander'
import { longestPage } from '../audit-log/actions'
import { beginning } from '../http/text-length'
import { list, wholeNumber } from '../settings/values'
import { readAuditLog } from './audit-operations'
import { perform } from './control'
import { addDataOption, addJsonOption, moment, valued } from './options'
import { minute, printJson, printLines, table } from './output'

interface Options {
  data: string
  json?: true
  subdomain?: string
  actor?: string
  person?: string
  action?: string[]
  since?: number
  until?: number
  before?: number
  limit: number
}

export function addAuditCommand(group: Command): void {
  addJsonOption(addDataOption(group.command('audit')))
    .description('show who changed what and when, the newest first')
    .addOption(valued('--subdomain <subdomain>', 'which organization; without it, the root or only one'))
    .addOption(valued('--actor <email>', 'only what this person or bot did'))
    .addOption(valued('--person <email>', 'only what was done to this person or bot'))
    .addOption(
      valued('--action <names>', 'only these, such as user.role_changed,user.deactivated').argParser(list),
    )
    .addOption(
      valued('--since <time>', 'not before: a date, or a time such as 2026-01-15T12:00Z').argParser(moment),
    )
    .addOption(valued('--until <time>', 'not after').argParser(moment))
    .addOption(
      valued('--before <number>', 'go on after the entry with this number').argParser(
        wholeNumber(1, Number.MAX_SAFE_INTEGER),
      ),
    )
    .addOption(
      valued('--limit <count>', 'how many at most').argParser(wholeNumber(1, longestPage)).default(100),
    )
    .action(audit)
}

async function audit({ data, json, action, before, ...options }: Options): Promise<void> {
  const found = await perform(data, readAuditLog, {
    ...options,
    ...(action === undefined ? {} : { actions: action }),
    ...(before === undefined ? {} : { before_id: before }),
  })
  if (json) return printJson(found)
  const rows = found.audit_log.map((entry) => [
    String(entry.id),
    minute(entry.timestamp),
    who(entry),
    entry.address ?? '',
    entry.count === 1 ? entry.action : `${entry.action} (${entry.count} times)`,
    what(entry),
    Object.entries(entry.changes).map(changed).join('; '),
  ])
  const head = ['NUMBER', 'TIME (UTC)', 'WHO', 'FROM', 'ACTION', 'WHAT', 'CHANGES']
  printLines(...table([head, ...rows]))
  const last = found.audit_log.at(-1)
  if (!found.found_oldest && last) printLines(`There is more: go on with --before ${last.id}`)
}

type Entry = Awaited<ReturnType<typeof readAuditLog.perform>>['audit_log'][number]

function who({ actor_type: type, actor_id: id, actor_email: email }: Entry): string {
  if (id === null) return type
  return email ?? `user ${id}`
}

const mostPeople = 5

/** The thing, and the people concerned beside it. */
function what(entry: Entry): string {
  const { object_type: type, object_id: id, object_name: name } = entry
  const thing = [type, id, name].filter((part) => part !== null).join(' ')
  const others = type === 'user' ? entry.target_user_ids.filter((each) => each !== id) : entry.target_user_ids
  if (others.length === 0) return oneLine(thing)
  const more = others.length > mostPeople ? ' …' : ''
  return oneLine(`${thing}, users ${others.slice(0, mostPeople).join(' ')}${more}`)
}

function changed([property, { old, new: value }]: [string, Entry['changes'][string]]): string {
  return oneLine(`${property}: ${shown(old)} → ${shown(value)}`)
}

const longestShown = 60

function shown(value: unknown): string {
  return beginning(value === null ? 'nothing' : JSON.stringify(value), longestShown)
}

function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{C}]+/gu, ' ')
}
