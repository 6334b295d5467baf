// What commands print: one line of JSON for scripts, plain words for people. By the console, since `process.stdout` is
// a stream of Node's, and those take longer to load than a command to run.

export function printJson(value: object): void {
  console.log(JSON.stringify(value))
}

export function printLines(...lines: readonly string[]): void {
  console.log(lines.join('\n'))
}

/** Lines with columns as wide as their widest cell. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = []
  for (const row of rows) {
    for (const [column, cell] of row.entries()) {
      widths[column] = Math.max(widths[column] ?? 0, Bun.stringWidth(cell))
    }
  }
  const pad = (cell: string, column: number): string =>
    cell + ' '.repeat((widths[column] ?? 0) - Bun.stringWidth(cell))
  return rows.map((row) => row.map(pad).join('  ').trimEnd())
}

/** Empty for null. @param time UNIX seconds */
export function minute(time: number | null): string {
  return time === null ? '' : new Date(time * 1000).toISOString().slice(0, 16).replace('T', ' ')
}
