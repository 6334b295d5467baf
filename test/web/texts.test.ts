// The texts of the web client: each language says all that English says, with the same values in it.
import { expect, test } from 'bun:test'
import { Glob } from 'bun'

type Said = Readonly<Record<string, unknown>>

const languages = [...new Glob('*.json').scanSync('src/web/texts')].map((file) => file.replace('.json', ''))

/** By area and key, each text with its values' names. */
async function textsOf(language: string): Promise<Map<string, string[]>> {
  const areas: Readonly<Record<string, Said>> = await Bun.file(`src/web/texts/${language}.json`).json()
  const all = new Map<string, string[]>()
  for (const [area, texts] of Object.entries(areas))
    for (const [key, said] of Object.entries(texts)) all.set(`${area}.${key}`, valuesIn(said))
  return all
}

/** The names of the values in a text, in any of its plural forms. */
function valuesIn(said: unknown): string[] {
  const found = JSON.stringify(said).matchAll(/\{(\w+)\}/g)
  return [...new Set([...found].map(([, name = '']) => name))].sort()
}

test('every language has every text of English, with its values, and no others', async () => {
  const english = await textsOf('en')
  expect(english.size).toBeGreaterThan(500)
  expect(languages).toContain('de')
  for (const name of languages) {
    expect([name, Object.fromEntries(await textsOf(name))]).toEqual([name, Object.fromEntries(english)])
  }
})

test('a file of texts is a language that can be chosen', async () => {
  const chosen = await Bun.file('src/web/texts/text.ts').text()
  for (const name of languages) expect(chosen).toContain(`  ${name}: {`)
})
