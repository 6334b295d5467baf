// How long the head of a request may be. Lists of IDs are long: request lines have 64 KiB, headers 16 KiB as usual.

/** What is longer, Bun itself refuses with 431. */
const longestHead = 80 * 1024

/** The option of Bun that says so. The executable carries it. */
export const longRequestLines = `--max-http-header-size=${longestHead}`

/** Says so where Bun was started without the option: from the sources. The module is slow to load. */
export async function takeLongRequestLines(): Promise<void> {
  if (process.execArgv.includes(longRequestLines)) return
  const { default: http } = await import('node:http')
  // Node's types say that it is only read; Bun's setter is what there is beside the option.
  Reflect.set(http, 'maxHeaderSize', longestHead)
}
