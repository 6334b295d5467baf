// The languages of the client: English; and, in a bundle, every other file beside `en.json`, of which the bundler makes this module
// anew (src/web-client/languages.ts).
import english from './en.json?first'
import type { Catalogue } from './text'

/** A language in parts: what is needed at once, the areas that come with the views that show them, and what the server says (areas.ts). */
export interface SupportedLanguage {
  load(): Promise<Catalogue>
  loadLater(): Promise<Catalogue>
  loadServerWords(): Promise<Catalogue>
}

/** By their tags, such as `de`. */
export const languages: Readonly<Record<string, SupportedLanguage>> = {
  en: {
    load: async () => english,
    loadLater: async () => (await import('./en.json?later')).default,
    loadServerWords: async () => (await import('./en.json?server')).default,
  },
}
