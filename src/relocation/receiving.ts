// Takes an organization from another server, piece by piece, until all is here and is what it was there; then it is served.
import {
  appendFileSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { filesIn } from '../backup/contents'
import { queues } from '../events/queues'
import { madeFolder, synced } from '../file-store/disk'
import { badRequest } from '../http/errors'
import { seconds } from '../organization/clock'
import { databaseFile, type Organization } from '../organization/organization'
import { folderName, isValidSubdomain, type Organizations } from '../organization/organizations'
import { isSameSecret } from '../organization/signing'
import { tellOfRestart } from '../server-info/restart'
import { randomToken } from '../users/tokens'
import { version } from '../version'
import { filesListed, listOf } from './listing'
import { digestOf, digestOfPiece, type PieceDigests } from './pieces'
import { pieceSize, type MovedFile, type Reception } from './protocol'
import { storageName } from './storage-name'

/** How long a move may take, in seconds: then its token is no longer taken. */
const longestMove = 7 * 24 * 3600

const State = Type.Object({
  token: Type.String(),
  /** UNIX seconds. */
  expires_at: Type.Integer(),
  is_adopted: Type.Boolean(),
  /** Said before it is taken up: if what has come is gone after that, it was. */
  is_adopting: Type.Optional(Type.Boolean()),
})
type State = typeof State.static

/** Those that are expected or have come since the server started, by subdomain. */
const receptions = new WeakMap<Organizations, Map<string, Receiving>>()

/**
 * Expects an organization: whoever knows the token may bring it. What was brought under an earlier token is kept, if it was not taken up.
 * @throws ApiError BAD_REQUEST if there is one of that name, or can't be
 */
export function expectOrganization(organizations: Organizations, subdomain: string): string {
  if (!isValidSubdomain(subdomain))
    throw badRequest(`'${subdomain}' can't be a subdomain: use a-z, 0-9 and hyphens, at most 63 characters`)
  if (organizations.has(subdomain) && organizations.away.get(subdomain) === undefined)
    throw badRequest(
      `There is already ${subdomain === '' ? 'a root organization' : `an organization '${subdomain}'`}`,
    )
  const token = randomToken(32)
  const expires_at = seconds(organizations.clock) + longestMove
  if (receivingOf(organizations, subdomain)?.isAdopted)
    rmSync(listPath(organizations, subdomain), { force: true })
  store(organizations, subdomain, { token, expires_at, is_adopted: false })
  receptions.get(organizations)?.delete(subdomain)
  return token
}

/** The move that a token is for; undefined if it is for none. It takes as long to tell as that there is another. */
export function moveOf(
  organizations: Organizations,
  subdomain: string,
  token: string,
): Receiving | undefined {
  const receiving = isValidSubdomain(subdomain) ? receivingOf(organizations, subdomain) : undefined
  return isSameSecret(token, receiving?.token ?? '') && receiving?.isOpen ? receiving : undefined
}

function receivingOf(organizations: Organizations, subdomain: string): Receiving | undefined {
  const known = receptions.getOrInsertComputed(organizations, () => new Map<string, Receiving>())
  const before = known.get(subdomain)
  if (before) return before
  const state = read(organizations, subdomain)
  if (!state) return undefined
  const made = new Receiving(organizations, subdomain, state)
  known.set(subdomain, made)
  return made
}

/** An organization that is expected, comes, or has come. */
export class Receiving {
  readonly #organizations: Organizations
  readonly #subdomain: string
  readonly #state: State
  #files: Promise<Map<string, MovedFile>> | undefined
  /** By path, what is known of the pieces of those that come, and of the database, of which some come again. */
  readonly #pieces = new Map<string, PieceDigests>()

  constructor(organizations: Organizations, subdomain: string, state: State) {
    this.#organizations = organizations
    this.#subdomain = subdomain
    this.#state = state
    // The server ended in between.
    if (state.is_adopting && !existsSync(this.#folder))
      this.#noteState({ is_adopting: false, is_adopted: true })
  }

  /** Those files that have come whole, by path. Read for those who know the token alone: there may be very many. */
  #whole(): Promise<Map<string, MovedFile>> {
    return (this.#files ??= readList(listPath(this.#organizations, this.#subdomain)))
  }

  get token(): string {
    return this.#state.token
  }

  get isAdopted(): boolean {
    return this.#state.is_adopted
  }

  /** Whether its token is still taken. */
  get isOpen(): boolean {
    return seconds(this.#organizations.clock) <= this.#state.expires_at
  }

  tell(): Reception {
    const { is_adopted } = this.#state
    return { version, is_adopted, storage: storageName(this.#organizations.rules) }
  }

  /** A list of those files that have come whole. */
  async list(): Promise<ReadableStream<Uint8Array>> {
    return listOf((await this.#whole()).values())
  }

  /** Writes a piece of a file where it belongs. @throws ApiError BAD_REQUEST for what is no path, or after the end of the move */
  async takePiece(path: string, offset: number, piece: Uint8Array): Promise<void> {
    this.#assertOpen()
    await this.#forget(path)
    const target = this.#place(path)
    await madeFolder(dirname(target))
    const handle = await open(target, existsSync(target) ? 'r+' : 'wx', 0o600)
    try {
      for (let at = 0; at < piece.length;) {
        const { bytesWritten } = await handle.write(piece, at, piece.length - at, offset + at)
        at += bytesWritten
      }
    } finally {
      await handle.close()
    }
    this.#notePiece(path, offset, piece)
  }

  /** It need not be read again, unless it came in another way than whole. */
  #notePiece(path: string, offset: number, piece: Uint8Array): void {
    const known = this.#pieces.getOrInsertComputed(path, () => new Map())
    const place = Math.floor(offset / pieceSize)
    known.delete(place)
    known.delete(Math.floor((offset + piece.length) / pieceSize))
    if (offset % pieceSize === 0) known.set(place, digestOfPiece(piece))
  }

  /** All pieces of a file have come. @throws ApiError BAD_REQUEST if it is not what it was there */
  async finishFile(file: MovedFile): Promise<void> {
    this.#assertOpen()
    const target = this.#place(file.path)
    await madeFolder(dirname(target))
    const handle = await open(target, existsSync(target) ? 'r+' : 'wx', 0o600)
    const known = this.#pieces.getOrInsertComputed(file.path, () => new Map())
    let digest: string
    try {
      await handle.truncate(file.size)
      await handle.sync()
      digest = await digestOf(handle, file.size, known)
    } finally {
      await handle.close()
      if (file.path !== databaseFile) this.#pieces.delete(file.path)
    }
    // Its name, too: the other server lets go of what it was told is here.
    await synced(dirname(target))
    if (digest !== file.digest) throw badRequest(`${file.path} did not come as it was sent`)
    const whole = await this.#whole()
    whole.set(file.path, file)
    this.#note(file)
  }

  /**
   * All files have come: what is not among them goes, and the organization is served. To ask twice comes to the same.
   * @param list of them @param count how many they are
   * @throws ApiError BAD_REQUEST if one is missing
   */
  async adopt(list: AsyncIterable<Uint8Array>, count: number): Promise<void> {
    if (this.#state.is_adopted) return
    const whole = await this.#whole()
    const wanted = new Set<string>()
    for await (const file of filesListed(list)) {
      const known = file && whole.get(file.path)
      if (known?.digest !== file?.digest || known?.size !== file?.size)
        throw badRequest(`${file?.path ?? 'A file without a name'} has not come`)
      if (known) wanted.add(known.path)
    }
    if (wanted.size !== count || !wanted.has(databaseFile)) throw badRequest('The list of files is not whole')
    for await (const { path } of filesIn(this.#folder, '', () => false))
      if (!wanted.has(path)) await rm(join(this.#folder, path))
    await synced(this.#folder)
    // Whatever ends the server now, after its start it knows whether it serves it: two servers never do.
    this.#noteState({ is_adopting: true })
    takeUpQueues(this.#takeUp())
    await synced(dirname(this.#folder))
  }

  #takeUp(): Organization {
    try {
      const organization = this.#organizations.adopt(this.#subdomain, this.#folder)
      this.#noteState({ is_adopting: false, is_adopted: true })
      return organization
    } catch (error) {
      if (existsSync(this.#folder)) this.#noteState({ is_adopting: false })
      throw error
    }
  }

  #noteState(change: Partial<State>): void {
    Object.assign(this.#state, change)
    store(this.#organizations, this.#subdomain, this.#state)
  }

  /** Forgets the move, and what has come of it. @throws ApiError BAD_REQUEST if the organization is served by now */
  async drop(): Promise<void> {
    this.#assertOpen()
    for (const path of [statePath, listPath])
      rmSync(path(this.#organizations, this.#subdomain), { force: true })
    receptions.get(this.#organizations)?.delete(this.#subdomain)
    await rm(this.#folder, { recursive: true, force: true })
  }

  #assertOpen(): void {
    if (this.#state.is_adopted) throw badRequest('The organization is served here already')
  }

  /** It changes: as long as it is not whole again, it has not come. */
  async #forget(path: string): Promise<void> {
    const whole = await this.#whole()
    const file = whole.get(path)
    if (!file) return
    whole.delete(path)
    this.#note({ ...file, digest: unknown })
  }

  #note(file: MovedFile): void {
    appendFileSync(listPath(this.#organizations, this.#subdomain), `${JSON.stringify(file)}\n`, {
      mode: 0o600,
    })
  }

  /** Where the files are until they are an organization. */
  get #folder(): string {
    return join(this.#organizations.dataFolder, 'organizations', `.receiving-${folderName(this.#subdomain)}`)
  }

  #place(path: string): string {
    const parts = path.split('/')
    const isPath = parts.every((part) => /^[^\0/\\]+$/.test(part) && part !== '.' && part !== '..')
    if (!isPath) throw badRequest(`${JSON.stringify(path)} is no path`)
    return join(this.#folder, ...parts)
  }
}

/** Clients go on with the queues that came along. */
function takeUpQueues(organization: Organization): void {
  try {
    queues(organization).restore()
  } catch {
    // They do not go with the database: clients register anew, as after a crash.
  }
  tellOfRestart(organization)
}

function statePath({ dataFolder }: Organizations, subdomain: string): string {
  return join(dataFolder, 'receiving', `${folderName(subdomain)}.json`)
}

function listPath({ dataFolder }: Organizations, subdomain: string): string {
  return join(dataFolder, 'receiving', `${folderName(subdomain)}.files`)
}

/** In the list of files, for one that is no longer whole. */
const unknown = '0'.repeat(64)

/** The last that the list says of each file. A line that was cut short is of a file that has to come again. */
async function readList(path: string): Promise<Map<string, MovedFile>> {
  const files = new Map<string, MovedFile>()
  if (!existsSync(path)) return files
  for await (const file of filesListed(createReadStream(path))) {
    if (!file) continue
    if (file.digest === unknown) files.delete(file.path)
    else files.set(file.path, file)
  }
  return files
}

function read(organizations: Organizations, subdomain: string): State | undefined {
  const path = statePath(organizations, subdomain)
  if (!existsSync(path)) return undefined
  return Value.Parse(State, JSON.parse(readFileSync(path, 'utf8')))
}

function store(organizations: Organizations, subdomain: string, state: State): void {
  const path = statePath(organizations, subdomain)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeFileSync(`${path}.new`, `${JSON.stringify(state)}\n`, { mode: 0o600, flush: true })
  renameSync(`${path}.new`, path)
}
