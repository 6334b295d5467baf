// Which events an address wants to be told of: lists of names in which `*` stands for any characters.

/** What an address says; undefined for nothing. */
export interface Filter {
  readonly only: readonly string[] | undefined
  readonly exclude: readonly string[] | undefined
}

/** Whether the address wants it: what is excluded is, whatever else is said. */
export function isWanted(event: string, { only, exclude }: Filter): boolean {
  if (exclude?.some((pattern) => matches(event, pattern))) return false
  return only === undefined || only.length === 0 || only.some((pattern) => matches(event, pattern))
}

/** Whether a name fits a pattern. Takes time for as long as both are, whatever stands in them. */
export function matches(name: string, pattern: string): boolean {
  const [start = '', ...rest] = pattern.split('*')
  const end = rest.pop()
  if (end === undefined) return name === pattern
  if (!name.startsWith(start) || !name.endsWith(end)) return false
  let from = start.length
  for (const part of rest) {
    const found = name.indexOf(part, from)
    if (found < 0) return false
    from = found + part.length
  }
  return from + end.length <= name.length
}
