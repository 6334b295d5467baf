// Reading JSON that others send, which may be anything.

/** The JSON of a body; undefined if it is none. */
export function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    return undefined
  }
}

/** What stands there in nested objects; undefined if nothing does. */
export function valueAt(json: unknown, ...path: readonly string[]): unknown {
  let value = json
  for (const name of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined
  }
  return value
}

/** A word in which an answer says what is wrong: nothing else of answers gets into job rows and the log. */
export function wordAt(json: unknown, ...path: readonly string[]): string | undefined {
  const value = valueAt(json, ...path)
  return typeof value === 'string' && /^[\w-]{1,64}$/.test(value) ? value : undefined
}
