// What a sender has sent, read without trust: whatever is missing, or is something else than its documents say, is just not there.

/** How long a text may be that is looked at, in UTF-16 units: no message shows more. */
const longestText = 40_000

/** A part of what was sent, or what would be there. */
export class Payload {
  constructor(readonly value: unknown) {}

  /** What stands at that path; a payload of nothing where nothing does. */
  at(...path: readonly (string | number)[]): Payload {
    let found = this.value
    for (const name of path) found = member(found, name)
    return new Payload(found)
  }

  /** The text at that path; of a number or a truth value, how it is written; empty where there is no such thing. */
  text(...path: readonly (string | number)[]): string {
    const { value } = this.at(...path)
    if (typeof value === 'string') return value.slice(0, longestText).toWellFormed()
    return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
  }

  number(...path: readonly (string | number)[]): number | undefined {
    const { value } = this.at(...path)
    return typeof value === 'number' ? value : undefined
  }

  /** Whether `true` stands there. */
  is(...path: readonly (string | number)[]): boolean {
    return this.at(...path).value === true
  }

  /** Whether an object, a list, or something to be shown stands there. */
  has(...path: readonly (string | number)[]): boolean {
    const { value } = this.at(...path)
    return typeof value === 'object' ? value !== null : this.text(...path) !== ''
  }

  /** The members of the list at that path. */
  list(...path: readonly (string | number)[]): readonly Payload[] {
    const { value } = this.at(...path)
    return Array.isArray(value) ? value.map((each) => new Payload(each)) : []
  }

  /** The members of the object at that path, by their names. */
  entries(...path: readonly (string | number)[]): readonly (readonly [string, Payload])[] {
    const { value } = this.at(...path)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
    return Object.entries(value).map(([name, each]) => [name.toWellFormed(), new Payload(each)])
  }
}

/** Only what was sent: `constructor` and the like are no members. */
function member(value: unknown, name: string | number): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return Reflect.get(value, name)
}
