// `confab message deleted|restore`: undoing deletions of the last 30 days.
import type { Command } from 'commander'
import { wholeNumber } from '../settings/values'
import { perform } from './control'
import { listDeletions, restoreDeleted } from './message-operations'
import { addDataOption, addJsonOption, organizationOf, valued } from './options'
import { printJson, printLines, table } from './output'

interface Common {
  data: string
  json?: true
  subdomain?: string
}

interface RestoreOptions extends Common {
  deletion?: number
  id?: number
}

const highestId = Number.MAX_SAFE_INTEGER

export function addMessageCommand(program: Command): void {
  const group = program.command('message').description('list and restore deleted messages')
  addCommon(group.command('deleted'))
    .description('list what was deleted in the last 30 days, the newest first')
    .addOption(valued('--limit <count>', 'how many at most').argParser(wholeNumber(1, 100_000)).default(100))
    .action(list)
  const ids = wholeNumber(1, highestId)
  addCommon(group.command('restore'))
    .description('put deleted messages back, with their reactions, stars and edits')
    .addOption(valued('--deletion <number>', 'all that was deleted at once').argParser(ids))
    .addOption(valued('--id <message>', 'one message, by its ID').argParser(ids).conflicts('deletion'))
    .addHelpText(
      'after',
      [
        '',
        'Clients that can see them start over, and show them in their place. What has expired is deleted again within',
        'the hour: change first how long messages are kept.',
      ].join('\n'),
    )
    .action(restore)
}

function addCommon(command: Command): Command {
  const subdomain = valued('--subdomain <subdomain>', 'which organization; without it, the root or only one')
  return addJsonOption(addDataOption(command)).addOption(subdomain)
}

async function list(options: Common & { limit: number }): Promise<void> {
  const found = await perform(options.data, listDeletions, {
    ...organizationOf(options),
    limit: options.limit,
  })
  if (options.json) return printJson(found)
  const rows = found.deletions.map((deletion) => [
    String(deletion.deletion_id),
    new Date(deletion.deleted_at * 1000).toISOString().slice(0, 16).replace('T', ' '),
    deletion.deleted_by,
    deletion.channel === null
      ? 'direct messages'
      : `#${deletion.channel} > ${deletion.topic ?? '(several topics)'}`,
    String(deletion.messages),
    deletion.messages === 1
      ? String(deletion.first_message_id)
      : `${deletion.first_message_id}-${deletion.last_message_id}`,
  ])
  printLines(...table([['NUMBER', 'WHEN (UTC)', 'BY', 'WHERE', 'MESSAGES', 'IDS'], ...rows]))
}

async function restore(options: RestoreOptions): Promise<void> {
  const restored = await perform(options.data, restoreDeleted, {
    ...organizationOf(options),
    ...(options.deletion === undefined ? {} : { deletion_id: options.deletion }),
    ...(options.id === undefined ? {} : { message_id: options.id }),
  })
  if (options.json) return printJson(restored)
  const count = restored.message_ids.length
  printLines(count === 1 ? 'Restored 1 message.' : `Restored ${count} messages.`)
}
