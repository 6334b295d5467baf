// The texts of the web client: each language says all that English says, with the same values in it, and is one file.
import { expect, test } from 'bun:test'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Glob } from 'bun'
import english from '../../src/web/texts/en.json'
import { languagesOfFiles } from '../../src/web-client/languages'

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
  const texts = await textsOf('en')
  expect(texts.size).toBeGreaterThan(500)
  expect(languages).toContain('de')
  for (const name of languages) {
    const own = await textsOf(name)
    // English has the server's own sentences there, whose values need not all mean something to people.
    for (const [key, values] of texts)
      if (key.startsWith('server.') && own.get(key)?.every((value) => values.includes(value)))
        own.set(key, values)
    expect([name, Object.fromEntries(own)]).toEqual([name, Object.fromEntries(texts)])
  }
})

/** What the test asks of `src/web/texts/text.ts`, as it is bundled. */
interface Texts {
  languageOptions(): unknown
  loadAllTexts(): Promise<void>
  text(key: string, values?: Readonly<Record<string, number>>): string
  useLanguage(wanted: string): Promise<void>
}

/** A made-up catalogue: each text says its own name, those that count in each of the forms that Polish has. */
function madeUp(texts: unknown, key = ''): unknown {
  if (typeof texts === 'string') return `<${key}>`
  if (typeof texts !== 'object' || texts === null) return texts
  if ('other' in texts)
    return Object.fromEntries(
      ['one', 'few', 'many', 'other'].map((form) => [form, `<${key} ${form}> {count}`]),
    )
  return Object.fromEntries(Object.entries(texts).map(([name, each]) => [name, madeUp(each, name)]))
}

test('a third language is one more file of texts, with the plural forms that it has', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'confab-texts-'))
  try {
    cpSync('src/web/texts', join(folder, 'texts'), { recursive: true })
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
    await Bun.write(join(folder, 'texts', 'pl.json'), JSON.stringify(madeUp(english)))
    const { success, logs } = await Bun.build({
      entrypoints: [join(folder, 'texts', 'text.ts')],
      plugins: [languagesOfFiles],
      outdir: join(folder, 'made'),
      target: 'bun',
      splitting: true,
    })
    expect({ success, logs }).toEqual({ success: true, logs: [] })
    const { languageOptions, loadAllTexts, text, useLanguage }: Texts = await import(
      join(folder, 'made', 'text.js')
    )
    expect(languageOptions()).toEqual([
      { value: 'de', label: 'Deutsch' },
      { value: 'en', label: 'English' },
      { value: 'pl', label: 'Polski' },
    ])
    await useLanguage('pl-PL')
    expect(text('shell.retry')).toBe('<retry>')
    await loadAllTexts()
    const counted = [1, 3, 5, 1.5, 12_345].map((count) => text('organization.channelCount', { count }))
    expect(counted).toEqual([
      '<channelCount one> 1',
      '<channelCount few> 3',
      '<channelCount many> 5',
      '<channelCount other> 1,5',
      '<channelCount many> 12\u00a0345',
    ])
    await useLanguage('de')
    expect(text('organization.channelCount', { count: 1 })).toBe('1 Kanal')
    await useLanguage('tlh')
    expect(text('organization.channelCount', { count: 2 })).toBe('2 Kanäle')
    // A page that begins with the settings asks for both at once: neither undoes the other.
    const again: Texts = await import(`${join(folder, 'made', 'text.js')}?again`)
    await Promise.all([again.useLanguage('pl'), again.loadAllTexts()])
    expect(again.text('organization.channelCount', { count: 1 })).toBe('<channelCount one> 1')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
