// What a backup consists of: a manifest, which is written last and makes it count. It is JSON, with a checksum of its own.
import { Type, type Static } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Place } from './place'
import { oneContent, textOf } from './streams'

/** Contents are below this, manifests below that. */
export const objectsPrefix = 'objects/'
export const manifestsPrefix = 'backups/'
const manifestSuffix = '.json'

const StoredFile = Type.Object({
  /** Below the data folder. */
  path: Type.String(),
  /** In bytes, as it is in the data folder; and when it was changed last, in milliseconds. */
  size: Type.Integer(),
  modified_at: Type.Number(),
  /** Where its content is stored, below the place; it is encrypted to the manifest's recipient, if that has one. */
  object: Type.String(),
  /** Of what is stored. */
  stored_size: Type.Integer(),
  sha256: Type.String(),
})
export type StoredFile = Static<typeof StoredFile>

const Manifest = Type.Object({
  format: Type.Literal(1),
  /** Of what made it. */
  confab: Type.String(),
  /** UNIX seconds: it has all that was acknowledged before. */
  created_at: Type.Integer(),
  kind: Type.Union([Type.Literal('nightly'), Type.Literal('manual')]),
  /** The public key to which all contents are encrypted. */
  recipient: Type.Union([Type.String(), Type.Null()]),
  /** Whether it has all organizations, and the server's own files. */
  is_complete: Type.Boolean(),
  organizations: Type.Array(
    Type.Object({
      /** Of its folder. */
      name: Type.String(),
      /** Uploaded files whose contents are in object storage: they are counted here, not copied. */
      files_elsewhere: Type.Integer(),
    }),
  ),
  /** Organizations that could not be copied, since their databases are damaged. */
  left_out: Type.Array(Type.String()),
  files: Type.Array(StoredFile),
})
export type Manifest = Static<typeof Manifest>

const Envelope = Type.Object({ sha256: Type.String(), manifest: Type.Unknown() })

/** A backup's manifest is not what was written. */
export class ManifestDamagedError extends Error {}

/** The name of a backup that is made at this moment, in milliseconds, such as `2026-01-15T03-00-00Z`. */
export function nameAt(time: number): string {
  return new Date(time)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')
}

/** Whether it can be a backup's name. */
export function isBackupName(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z$/.test(text)
}

/** Makes a backup count. */
export async function storeManifest(place: Place, name: string, manifest: Manifest): Promise<void> {
  const sha256 = checksum(manifest)
  await place.put(fileOf(name), oneContent(`${JSON.stringify({ sha256, manifest })}\n`))
}

/** @returns undefined if there is no such backup @throws ManifestDamagedError */
export async function readManifest(place: Place, name: string): Promise<Manifest | undefined> {
  const content = await place.get(fileOf(name))
  if (content === undefined) return undefined
  let json: unknown
  try {
    json = JSON.parse(await textOf(content))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  if (
    !Value.Check(Envelope, json) ||
    checksum(json.manifest) !== json.sha256 ||
    !Value.Check(Manifest, json.manifest)
  )
    throw new ManifestDamagedError(`The manifest of the backup ${name} is damaged, or of a newer Confab`)
  return json.manifest
}

export async function removeManifest(place: Place, name: string): Promise<void> {
  await place.remove(fileOf(name))
}

/** The names of all backups that count, the oldest first. */
export async function backupNames(place: Place): Promise<string[]> {
  const names: string[] = []
  for await (const { name } of place.list(manifestsPrefix)) {
    const backup = name.slice(manifestsPrefix.length, -manifestSuffix.length)
    if (name.endsWith(manifestSuffix) && isBackupName(backup)) names.push(backup)
  }
  return names.sort()
}

/** UNIX milliseconds. */
export function timeOf(name: string): number {
  const [date = '', time = ''] = name.split('T')
  return Date.parse(`${date}T${time.replaceAll('-', ':')}`)
}

function fileOf(name: string): string {
  return `${manifestsPrefix}${name}${manifestSuffix}`
}

function checksum(manifest: unknown): string {
  return Bun.SHA256.hash(JSON.stringify(manifest), 'hex')
}
