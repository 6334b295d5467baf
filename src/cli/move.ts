// `confab organization receive|move`: an organization goes from one machine to another, with a pause of seconds.
import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { OtherServer, OtherServerError, Sender } from '../relocation/sending'
import { webOrigin } from '../settings/values'
import { version } from '../version'
import { perform } from './control'
import { Failure } from './failure'
import {
  copyToMove,
  findToMove,
  letGoThere,
  receiveOrganization,
  resumeHere,
  suspendToMove,
} from './move-operations'
import { addDataOption, addJsonOption, flag, valued } from './options'
import { printJson, printLines } from './output'
import { progressBar } from './progress'

interface ReceiveOptions {
  data: string
  json?: true
  subdomain: string
}

interface MoveOptions {
  data: string
  json?: true
  subdomain?: string
  to: string
  redirectTo?: string
  token?: string
  cancel?: true
}

export function addMoveCommands(group: Command): void {
  addJsonOption(addDataOption(group.command('receive')))
    .description('let another server bring an organization to this one; prints the token with which it may')
    .addOption(
      valued('--subdomain <subdomain>', 'its string identifier; without it, the root organization').default(
        '',
      ),
    )
    .action(receive)
  addJsonOption(addDataOption(group.command('move')))
    .description('move an organization to another server; run again, it goes on where it was')
    .addOption(valued('--subdomain <subdomain>', 'which one; not needed where there is only one'))
    .addOption(
      valued('--to <address>', 'base address of the other server').argParser(webOrigin).makeOptionMandatory(),
    )
    .addOption(
      valued(
        '--token <token>',
        'what `confab organization receive` printed there; better set in the environment',
      )
        .env('CONFAB_MOVE_TOKEN')
        .makeOptionMandatory(),
    )
    .addOption(
      valued(
        '--redirect-to <address>',
        'where those are sent who still come here, until DNS or a proxy leads them to the other one (default: --to)',
      ).argParser(webOrigin),
    )
    .addOption(flag('--cancel', 'give up a move that was interrupted: the organization is served here again'))
    .action(move)
}

async function receive({ data, json, subdomain }: ReceiveOptions): Promise<void> {
  const { token } = await perform(data, receiveOrganization, { subdomain })
  if (json) return printJson({ token })
  const which = subdomain === '' ? '' : ` --subdomain ${subdomain}`
  printLines(
    'This server takes the organization from whoever has this token, for a week:',
    `  ${token}`,
    'On the machine where it is now:',
    `  CONFAB_MOVE_TOKEN=… confab organization move${which} --to ADDRESS-OF-THIS-SERVER`,
  )
}

interface Move {
  readonly data: string
  readonly subdomain: string
  readonly server: OtherServer
  readonly isQuiet: boolean
}

async function move(options: MoveOptions): Promise<void> {
  const data = resolve(options.data)
  const found = await perform(
    data,
    findToMove,
    options.subdomain === undefined ? {} : { subdomain: options.subdomain },
  )
  const { subdomain, folder, storage } = found
  const server = new OtherServer(options.to, subdomain, options.token ?? '')
  const isQuiet = options.json ?? false
  if (options.cancel) return await cancel({ data, subdomain, server, isQuiet })
  const there = await server.tell().catch(asFailure)
  let pausedFor = 0
  if (!there.is_adopted) {
    if (there.version !== version)
      throw new Failure(
        'refused',
        `${options.to} runs Confab ${there.version}, this is ${version}: upgrade one of them first.`,
      )
    if (there.storage !== storage)
      throw new Failure(
        'refused',
        `Files are kept in ${storage ?? 'the data folder'} here and in ${there.storage ?? 'the data folder'} there: it has to be the same place.`,
      )
    const sender = new Sender(server, data, folder)
    pausedFor = await bring(sender, { data, subdomain, server, isQuiet }, found.is_moving)
  }
  const to = options.redirectTo ?? options.to
  const { kept } = await perform(data, letGoThere, { subdomain, to })
  if (options.json) return printJson({ organization: subdomain, to, paused_milliseconds: pausedFor, kept })
  printLines(
    `${options.to} serves the organization.${pauseOf(pausedFor)}`,
    `Those who still come here are sent to ${to}. Let DNS or your proxy lead them there now.`,
    `The folder of the organization is kept in ${kept}: delete it when you are sure.`,
  )
}

/** @param milliseconds 0 where an earlier run began it */
function pauseOf(milliseconds: number): string {
  return milliseconds === 0 ? '' : ` It was served nowhere for ${(milliseconds / 1000).toFixed(1)} seconds.`
}

/** @returns how long it was served nowhere, in milliseconds */
async function bring(
  sender: Sender,
  { data, subdomain, server, isQuiet }: Move,
  isMoving: boolean,
): Promise<number> {
  // A move that was interrupted while it paused begins anew, and serves it meanwhile.
  if (isMoving) await perform(data, resumeHere, { subdomain })
  const { copy } = await perform(data, copyToMove, { subdomain })
  const progress = isQuiet ? undefined : progressBar('Copying')
  try {
    await sender
      .sendWhileServed(copy, (done, total) => progress?.(total === 0 ? 1 : done / total))
      .catch(asFailure)
    progress?.end()
    const pausedAt = performance.now()
    const { changed } = await perform(data, suspendToMove, { subdomain })
    const files = await sender
      .sendRest(changed === null ? undefined : new Set(changed))
      .catch((error: unknown) => goOnHere(data, subdomain, error))
    try {
      await server.adopt(files)
    } catch (error) {
      await settle({ data, subdomain, server, isQuiet }, error)
    }
    return Math.round(performance.now() - pausedAt)
  } finally {
    rmSync(copy, { force: true })
  }
}

/** The rest could not be brought: as long as the other server was not asked to take it up, it has not. */
async function goOnHere(data: string, subdomain: string, error: unknown): Promise<never> {
  await perform(data, resumeHere, { subdomain })
  throw new Failure(
    'refused',
    `${wordsOf(error)}. The organization is served here again, and nothing was lost.`,
  )
}

/** It was not taken up there, or it is not known whether it was: it is served here again, but never in two places. */
async function settle({ data, subdomain, server }: Move, error: unknown): Promise<void> {
  const there = await server.tell().catch(() => undefined)
  if (there?.is_adopted) return
  const mayBeThere = !there && error instanceof OtherServerError && error.isUnknown
  if (mayBeThere)
    throw new Failure(
      'unexpected',
      `${wordsOf(error)}. It is not known whether the other server has taken the organization, so nobody serves it: run this again as soon as ` +
        'that server answers. If it is gone for good, --cancel gives the move up.',
    )
  return goOnHere(data, subdomain, error)
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

async function cancel({ data, subdomain, server, isQuiet }: Move): Promise<void> {
  const there = await server.tell().catch(() => undefined)
  if (there?.is_adopted)
    throw new Failure(
      'refused',
      `${server.address} serves the organization already: run this again without --cancel.`,
    )
  // One that does not answer is taken to be gone: whoever says --cancel knows.
  if (there) await server.drop().catch(asFailure)
  const { name } = await perform(data, resumeHere, { subdomain })
  if (isQuiet) return printJson({ organization: subdomain })
  printLines(`"${name}" is served here again${there ? '; the other server has forgotten it' : ''}.`)
}

function asFailure(error: unknown): never {
  if (error instanceof OtherServerError) throw new Failure('refused', error.message)
  throw error
}
