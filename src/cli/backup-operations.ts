// What `confab backup create` asks of a running server: to hold checkpoints while it copies. It asks for a whole backup at a time.
import { Type } from '@sinclair/typebox'
import { badRequest } from '../http/errors'
import { holdCheckpoints, type CheckpointHold } from '../organization/checkpoint-holds'
import { subdomainOf, type Organizations } from '../organization/organizations'
import { operation } from './operation'

/** How often it is looked whether the process that copies still lives, in milliseconds. */
const lookEvery = 1000

/** A process that makes a backup. */
interface Session {
  readonly pid: number
  /** By name of the organization's folder. */
  readonly holds: Map<string, CheckpointHold>
  readonly timer: ReturnType<typeof setInterval>
}

const sessions = new WeakMap<Organizations, Session>()

const Caller = { pid: Type.Integer() }

export const beginBackup = operation(
  'backup/begin',
  Type.Object(Caller),
  Type.Object({ now: Type.Integer() }),
  async (organizations, { pid }) => {
    const other = sessions.get(organizations)
    if (other && isAlive(other.pid))
      throw badRequest(`A backup is being made already, by the process ${other.pid}`)
    endSession(organizations)
    const timer = setInterval(() => {
      if (!isAlive(pid)) endSession(organizations)
    }, lookEvery)
    timer.unref()
    sessions.set(organizations, { pid, holds: new Map(), timer })
    return { now: organizations.clock.now() }
  },
)

const OneOrganization = { ...Caller, organization: Type.String() }

export const holdForBackup = operation(
  'backup/hold',
  Type.Object({ ...OneOrganization, folder: Type.String() }),
  Type.Object({ is_whole: Type.Boolean() }),
  async (organizations, { pid, organization: name, folder }) => {
    const { holds } = sessionOf(organizations, pid)
    const organization = organizations.all.find(({ subdomain }) => subdomain === subdomainOf(name))
    // One that was put there since the server started is nobody's to write.
    if (!organization) return { is_whole: !organizations.damaged.has(subdomainOf(name)) }
    holds.set(name, await holdCheckpoints(organization, folder))
    return { is_whole: true }
  },
)

export const releaseForBackup = operation(
  'backup/release',
  Type.Object(OneOrganization),
  Type.Object({ logs: Type.Array(Type.String()) }),
  async (organizations, { pid, organization: name }) => {
    const { holds } = sessionOf(organizations, pid)
    const hold = holds.get(name)
    holds.delete(name)
    return { logs: hold?.end() ?? [] }
  },
)

export const confirmBackup = operation(
  'backup/confirm',
  Type.Object(Caller),
  Type.Object({}),
  async (organizations, { pid }) => {
    sessionOf(organizations, pid)
    return {}
  },
)

export const endBackup = operation(
  'backup/end',
  Type.Object(Caller),
  Type.Object({}),
  async (organizations, { pid }) => {
    if (sessions.get(organizations)?.pid === pid) endSession(organizations)
    return {}
  },
)

function sessionOf(organizations: Organizations, pid: number): Session {
  const session = sessions.get(organizations)
  if (session?.pid === pid) return session
  throw badRequest('The server was started anew, or another backup is being made: this one is none')
}

function endSession(organizations: Organizations): void {
  const session = sessions.get(organizations)
  if (!session) return
  clearInterval(session.timer)
  for (const hold of session.holds.values()) hold.drop()
  sessions.delete(organizations)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // There is one, of another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
