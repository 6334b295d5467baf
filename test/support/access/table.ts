// The access table as a file: lines of a route, what each caller is answered, and what the audit log has of it.
import { columns, type Column } from './world'

/** A line: what there is in the cells, by column, and the actions that are recorded. */
export interface Line {
  readonly cells: Readonly<Record<string, string>>
  readonly audit: string
}

/** By route. */
export type Table = ReadonlyMap<string, Line>

/** @throws Error for a line that has not a word for each column */
export function readTable(text: string): Map<string, Line> {
  const table = new Map<string, Line>()
  for (const line of text.split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue
    const [route = '', ...words] = line.split(/\s*\|\s*|\s{2,}/).map((word) => word.trim())
    const cells = words.slice(0, columns.length)
    const [audit] = words.slice(columns.length)
    if (audit === undefined || words.length > columns.length + 1) {
      throw new Error(`Not a word for each column: ${line}`)
    }
    if (table.has(route)) throw new Error(`There twice: ${route}`)
    table.set(route, {
      cells: Object.fromEntries(columns.map((name, index) => [name, cells[index] ?? ''])),
      audit,
    })
  }
  return table
}

/** Lines for that, aligned, with a head. */
export function writeTable(table: Table): string {
  const width = Math.max(...[...table.keys()].map((route) => route.length))
  const widths = columns.map((name) =>
    Math.max(name.length, ...[...table.values()].map(({ cells }) => cells[name]?.length ?? 0)),
  )
  const line = (route: string, words: readonly string[], audit: string): string =>
    `${route.padEnd(width)}  ${words.map((word, index) => word.padEnd(widths[index] ?? 0)).join('  ')}  ${audit}`
  const head = line('# route', columns, 'audit log')
  return [head, ...[...table].map(([route, { cells, audit }]) => line(route, wordsOf(cells), audit))].join(
    '\n',
  )
}

function wordsOf(cells: Line['cells']): string[] {
  return columns.map((name: Column) => cells[name] ?? '')
}

/** What differs, a line for each cell. */
export function differences(expected: Table, found: Table): string[] {
  const lines: string[] = []
  for (const [route, { cells, audit }] of found) {
    const known = expected.get(route)
    if (!known) {
      lines.push(`${route}: missing in the table`)
      continue
    }
    for (const name of columns) {
      if (known.cells[name] === cells[name]) continue
      lines.push(`${route}: ${name} is to get ${known.cells[name]}, and gets ${cells[name]}`)
    }
    if (known.audit !== audit)
      lines.push(`${route}: the audit log is to have ${known.audit}, and has ${audit}`)
  }
  for (const route of expected.keys()) if (!found.has(route)) lines.push(`${route}: there is no such call`)
  return lines
}
