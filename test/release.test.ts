// What a release has beside its executables: the part of the changelog, the Buns that bun.lock names, and what it is made of.
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import manifest from '../package.json'
import { billOfMaterials } from '../scripts/release/bill-of-materials'
import { changesOf } from '../scripts/release/changes'
import { platforms } from '../scripts/release/runtimes'

test('the changelog has a part for this version, and a release takes it, or what is next for a snapshot', () => {
  const changelog = readFileSync('CHANGELOG.md', 'utf8')
  expect(changelog).toContain(`\n## ${manifest.version}\n`)
  const example =
    '# Changes\n\nBy hand.\n\n## Next\n\n- New.\n\n## 0.2.0\n\n- Two.\n\n- More.\n\n## 0.1.0\n\n- One.\n'
  expect(changesOf(example, undefined)).toBe('- New.')
  expect(() => changesOf(example, '0.2.0')).toThrow('under "Next"')
  const released = example.replace('- New.\n', '')
  expect(changesOf(released, '0.2.0')).toBe('- Two.\n\n- More.')
  expect(changesOf(released, '0.1.0')).toBe('- One.')
  expect(() => changesOf(released, '0.3.0')).toThrow('no part "0.3.0"')
})

test('every platform has its Bun in bun.lock, of the version that the tests run on', () => {
  const lock = readFileSync('bun.lock', 'utf8')
  expect(manifest.devDependencies.bun).toBe(Bun.version)
  for (const { runtime } of platforms) expect(lock).toContain(`"${runtime}@${Bun.version}", `)
})

test('the bill of materials is valid, and names what the executable carries and nothing that only builds it', async () => {
  const bill: unknown = JSON.parse(await billOfMaterials(manifest.version))
  expect(bill).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    metadata: { component: { name: 'confab', version: manifest.version, type: 'application' } },
  })
  const text = JSON.stringify(bill)
  for (const [name, version] of Object.entries(manifest.dependencies))
    expect(text).toContain(`"pkg:npm/${name.replace('@', '%40')}@${version}"`)
  expect(text).toContain(`"pkg:npm/bun@${Bun.version}"`)
  for (const name of ['oxlint', 'playwright-core', 'drizzle-kit'])
    expect(text).not.toContain(`pkg:npm/${name}@`)
})
