// Images from elsewhere that were fetched: files in a folder of the organization, the oldest of which go as others come.
import { mkdir, readdir, stat, unlink, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Organization } from '../organization/organization'
import { organizationState } from '../organization/state'
import { unfinished, writeFiles } from '../pictures/storing'

/** How long an image is kept, in milliseconds: then there may be another one at its address. */
const longestKept = 7 * 24 * 3600 * 1000

/** A file that is kept. */
export interface KeptImage {
  /** Of the file: a hash of the image's address, `.webp` at its end. */
  readonly name: string
  readonly bytes: number
  /** When it was fetched, in milliseconds. */
  readonly at: number
}

/** What lies in the folder, by hashes, oldest first; read when it is first asked for. */
const kept = organizationState((organization) => ({ images: readFolder(organization) }))

/** The image of that address, if it was fetched lately. */
export async function keptImage(organization: Organization, url: string): Promise<KeptImage | undefined> {
  const images = await kept(organization).images
  const image = images.get(hashOf(url))
  if (!image || isOld(organization, image)) return undefined
  if (await Bun.file(fileOf(organization, image)).exists()) return image
  // Somebody has made room.
  images.delete(hashOf(url))
  return undefined
}

/** Where the file is. */
export function fileOf(organization: Organization, { name }: Pick<KeptImage, 'name'>): string {
  return join(folderOf(organization), name)
}

/** Keeps an image, a WebP, for which older ones may have to go. */
export async function keepImage(
  organization: Organization,
  url: string,
  bytes: Uint8Array,
): Promise<KeptImage> {
  const images = await kept(organization).images
  const folder = folderOf(organization)
  // Not the organization's own folder, should that be gone by now.
  await mkdir(folder, { mode: 0o700 }).catch(unlessThere)
  const hash = hashOf(url)
  const image = { name: `${hash}.webp`, bytes: bytes.length, at: organization.clock.now() }
  try {
    await writeFiles(folder, [{ name: image.name, bytes }])
  } catch (error) {
    // Such as for want of room, of which it must not take any then.
    await removeFile(organization, { name: image.name + unfinished })
    throw error
  }
  await utimes(join(folder, image.name), image.at / 1000, image.at / 1000)
  images.delete(hash)
  images.set(hash, image)
  let total = images.values().reduce((sum, each) => sum + each.bytes, 0)
  for (const [oldHash, old] of images) {
    if (total <= organization.rules.externalImageBytes) break
    total -= old.bytes
    images.delete(oldHash)
    await removeFile(organization, old)
  }
  return image
}

/** Removes what is too old, and what a crash has left. Called by the timer when the server starts, and once a day. */
export async function removeOldExternalImages(organization: Organization): Promise<void> {
  const images = await kept(organization).images
  for (const [hash, image] of images) {
    if (!isOld(organization, image)) continue
    images.delete(hash)
    await removeFile(organization, image)
  }
}

/** Of a clock that was put back, nothing is so new that it would never be old. */
function isOld({ clock }: Organization, { at }: KeptImage): boolean {
  return Math.abs(clock.now() - at) > longestKept
}

async function readFolder(organization: Organization): Promise<Map<string, KeptImage>> {
  const folder = folderOf(organization)
  const found: KeptImage[] = []
  for (const name of await readdir(folder).catch(() => [])) {
    const file = await stat(join(folder, name)).catch(() => undefined)
    if (name.endsWith(unfinished)) await removeFile(organization, { name })
    else if (file) found.push({ name, bytes: file.size, at: Math.round(file.mtimeMs) })
  }
  found.sort((a, b) => a.at - b.at)
  return new Map(found.map((image) => [image.name.replace(/\..*$/, ''), image]))
}

async function removeFile(organization: Organization, image: Pick<KeptImage, 'name'>): Promise<void> {
  await unlink(fileOf(organization, image)).catch(() => undefined)
}

function unlessThere(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
}

function folderOf({ folder }: Organization): string {
  return join(folder, 'external-images')
}

function hashOf(url: string): string {
  return Bun.SHA256.hash(url, 'hex')
}
