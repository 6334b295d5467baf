// Parameters of a call as a form.

/** What a call takes, by name; objects and lists go as JSON, undefined is left out. */
export type Parameters = Readonly<Record<string, unknown>>

export function formOf(parameters: Parameters): URLSearchParams {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) form.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  return form
}
