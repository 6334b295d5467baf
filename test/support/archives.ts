// Archives as tests look into them, and make them.
import { pack } from 'tar-stream'

/** What an archive has: texts by their names. */
export async function filesOf(archive: Uint8Array): Promise<ReadonlyMap<string, string>> {
  const files = await new Bun.Archive(archive).files()
  const texts = [...files].map(async ([name, file]) => [name, await file.text()] as const)
  return new Map(await Promise.all(texts))
}

/** The lines of a table in an archive. */
export function linesOf(files: ReadonlyMap<string, string>, table: string): Record<string, unknown>[] {
  const parts = [...files]
    .filter(([name]) => name.startsWith(`data/${table}-`))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return parts.flatMap(([, text]) =>
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line)),
  )
}

/** A compressed tar file of these, in their order; with names as they are given, whatever these are; then links. */
export async function archiveOf(
  files: Iterable<readonly [string, string | Uint8Array]>,
  links: readonly { name: string; type: 'symlink' | 'link'; linkname: string }[] = [],
): Promise<Uint8Array<ArrayBuffer>> {
  const tar = pack()
  for (const [name, text] of files) tar.entry({ name }, Buffer.from(text))
  for (const link of links) tar.entry(link)
  tar.finalize()
  const chunks: Uint8Array[] = []
  for await (const chunk of tar) if (chunk instanceof Uint8Array) chunks.push(chunk)
  return Bun.gzipSync(Buffer.concat(chunks))
}
