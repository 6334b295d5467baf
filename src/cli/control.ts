// How commands reach an installation: through the server that holds its folder, or by opening the folder themselves.
import { accessSync, chmodSync, constants, existsSync, rmSync } from 'node:fs'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Logger } from 'pino'
import { queues } from '../events/queues'
import { systemClock } from '../organization/clock'
import {
  controlSocket,
  DataFolderInUseError,
  giveToOwnerOf,
  holdDataFolder,
  type DataFolderHold,
} from '../organization/data-folder'
import type { Organization } from '../organization/organization'
import { Organizations } from '../organization/organizations'
import { ShownSetting } from '../settings/shown'
import { exitCodes, Failure, failureOf, type FailureKind } from './failure'
import type { Operation } from './operation'
import { createOrganization, operations } from './operations'
import { Status } from './status-report'

/** How long to wait for another command, or for a server that is starting or stopping. In milliseconds. */
const patience = 5000

const Process = Type.Object({ pid: Type.Integer(), url: Type.String() })
const Refusal = Type.Object({ failure: Type.String(), message: Type.String() })

export interface ServerFacts {
  status(): Promise<Status>
  settings(): readonly ShownSetting[]
}

/**
 * Takes requests of commands for the server that holds the folder. Call `stop` before letting go of it.
 * @param facts what the server can say of itself: how it is doing, and what it was started with
 */
export function serveControl(
  folder: string,
  url: string,
  organizations: Organizations,
  log: Logger,
  facts: ServerFacts,
) {
  const unix = controlSocket(folder)
  // Left there by a server that was killed: nobody else has the folder now.
  rmSync(unix, { force: true })
  // One at a time: what one command checked must still hold when it writes.
  let turn: Promise<unknown> = Promise.resolve()
  const server = Bun.serve({
    unix,
    async fetch(request, server) {
      // A large database takes a while to be copied.
      server.timeout(request, 0)
      const name = new URL(request.url).pathname.slice(1)
      if (request.method === 'GET' && name === 'status') return Response.json(await facts.status())
      if (request.method === 'GET' && name === 'settings') return Response.json(facts.settings())
      if (request.method === 'GET') return Response.json({ pid: process.pid, url })
      const operation = operations.find((candidate) => candidate.name === name)
      if (!operation)
        return refusal('unexpected', `The running server knows no '${name}'; is it an older one?`)
      try {
        const parameters: unknown = await request.json()
        const done = turn.then<object>(() => operation.performJson(organizations, parameters))
        turn = done.catch(() => undefined)
        return Response.json(await done)
      } catch (error) {
        const failure = failureOf(error)
        if (failure) return refusal(failure.kind, failure.message)
        log.error({ err: error, operation: name }, 'command failed')
        return refusal('unexpected', `The running server failed to do it; its log says why.`)
      }
    },
  })
  chmodSync(unix, 0o600)
  return server
}

function refusal(failure: FailureKind, message: string): Response {
  return Response.json({ failure, message }, { status: 400 })
}

/**
 * Has the operation done on the installation in this folder, by whoever holds it. Only one that makes something
 * makes the folder too: a slip in its name must not leave an empty one behind.
 * @throws Failure, ApiError …
 */
export async function perform<Parameters, Result>(
  folder: string,
  operation: Operation<Parameters, Result>,
  parameters: Parameters,
): Promise<Result> {
  if (operation !== createOrganization && !existsSync(folder)) {
    const message =
      `There is no folder ${folder}, so no organization yet: make one with \`confab organization create\`, ` +
      'or choose another folder with --data.'
    throw new Failure('refused', message)
  }
  return await reach(
    folder,
    (hold) => performHere(hold, operation, parameters),
    () => performThere(folder, operation, parameters),
  )
}

/** What the server that holds the folder says of itself; undefined where none runs. */
export async function statusOf(folder: string): Promise<Status | undefined> {
  try {
    const answer = await callServer(folder, 'GET', '/status')
    return Value.Parse(Status, await answer.json())
  } catch (error) {
    if (error instanceof NoServerError) return undefined
    throw error
  }
}

/** What the server that holds the folder was started with; undefined where none runs, or an older one that does not say. */
export async function settingsOfServer(folder: string): Promise<ShownSetting[] | undefined> {
  try {
    const answer = await callServer(folder, 'GET', '/settings')
    const said: unknown = await answer.json()
    return Value.Check(Type.Array(ShownSetting), said) ? said : undefined
  } catch (error) {
    if (error instanceof NoServerError) return undefined
    throw error
  }
}

/** Takes the folder for a server. @throws Failure if a server has it already. */
export async function holdForServer(folder: string): Promise<DataFolderHold> {
  return await reach(
    folder,
    async (hold) => hold,
    async () => {
      const { pid, url } = await runningServer(folder)
      const message =
        `A Confab server (process ${pid}, ${url}) is already using the data folder ${folder}. ` +
        'Stop it first, or choose another folder with --data.'
      throw new Failure('folderInUse', message)
    },
  )
}

/** Nobody answers on the control socket. */
class NoServerError extends Error {}

/** Does something with the folder: as its holder, or by way of the server that holds it. */
export async function reach<T>(
  folder: string,
  here: (hold: DataFolderHold) => Promise<T>,
  there: () => Promise<T>,
): Promise<T> {
  const giveUpAt = performance.now() + patience
  for (;;) {
    try {
      return await here(holdDataFolder(folder))
    } catch (error) {
      if (!(error instanceof DataFolderInUseError)) throw error
      try {
        return await there()
      } catch (reason) {
        if (!(reason instanceof NoServerError)) throw reason
        if (performance.now() > giveUpAt) throw error
      }
    }
    await Bun.sleep(50)
  }
}

async function performHere<Parameters, Result>(
  hold: DataFolderHold,
  operation: Operation<Parameters, Result>,
  parameters: Parameters,
): Promise<Result> {
  try {
    const organizations = new Organizations(hold.folder, systemClock, undefined)
    try {
      // Clients' queues wait on disk for the next start; what is done here has to reach them too.
      for (const organization of organizations.all) restoreQueues(organization)
      return await operation.perform(organizations, parameters)
    } finally {
      await organizations.close()
    }
  } finally {
    hold.release()
    giveToOwnerOf(hold.folder)
  }
}

function restoreQueues(organization: Organization): void {
  try {
    queues(organization).restore()
  } catch {
    // Damaged, and gone with this attempt: clients register anew.
  }
}

/** Has the server do it that holds the folder. @throws NoServerError if none answers, Failure */
export async function performThere<Parameters, Result>(
  folder: string,
  operation: Operation<Parameters, Result>,
  parameters: Parameters,
): Promise<Result> {
  const answer = await callServer(folder, 'POST', `/${operation.name}`, parameters)
  const json: unknown = await answer.json()
  if (answer.ok) return operation.readResult(json)
  const { failure, message } = Value.Parse(Refusal, json)
  throw new Failure(isFailureKind(failure) ? failure : 'unexpected', message)
}

/** Which server holds the folder. @throws NoServerError if none does */
export async function runningServer(folder: string): Promise<{ pid: number; url: string }> {
  const answer = await callServer(folder, 'GET', '/')
  return Value.Parse(Process, await answer.json())
}

async function callServer(folder: string, method: string, path: string, body?: unknown): Promise<Response> {
  try {
    return await fetch(`http://confab${path}`, {
      unix: controlSocket(folder),
      method,
      timeout: false,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  } catch {
    assertForThisUser(folder)
    throw new NoServerError()
  }
}

/** @throws Failure if this user may not look into the folder: whether a server runs there can't be told then */
function assertForThisUser(folder: string): void {
  try {
    accessSync(folder, constants.X_OK)
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'EACCES') return
    throw new Failure(
      'folderNotWritable',
      `The data folder ${folder} is not for this user to look into: run it as the user that the server runs as, or as root.`,
    )
  }
}

function isFailureKind(text: string): text is FailureKind {
  return Object.hasOwn(exitCodes, text)
}
