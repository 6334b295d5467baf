// The part of CHANGELOG.md that tells of a version.

/**
 * @param version such as `0.2.0`; undefined for what is not released yet
 * @throws Error if there is no such part, or if something waits under "Next" that no version has
 */
export function changesOf(changelog: string, version: string | undefined): string {
  const parts = new Map(
    changelog
      .split(/^## /m)
      .slice(1)
      .map((part) => {
        const [title = '', ...lines] = part.split('\n')
        return [title.trim(), lines.join('\n').trim()]
      }),
  )
  const next = parts.get('Next') ?? ''
  if (version === undefined) return next
  if (next !== '')
    throw new Error(
      `CHANGELOG.md has changes under "Next": give them the number of the new version, there and in package.json, ` +
        'or make a --snapshot.',
    )
  const part = parts.get(version)
  if (!part) throw new Error(`CHANGELOG.md has no part "${version}"`)
  return part
}
