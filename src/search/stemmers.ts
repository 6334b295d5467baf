// The stemmers of each script's languages, which load when the first message or search needs them: not at a start.

type Stem = (word: string) => string

let latin: readonly Stem[] | undefined
let cyrillic: readonly Stem[] | undefined

/** Of words in Latin letters. */
export function latinStemmers(): readonly Stem[] {
  return (latin ??= [
    required(require('wink-porter2-stemmer')),
    stemmerIn(require('@orama/stemmers/german')),
    stemmerIn(require('@orama/stemmers/french')),
    stemmerIn(require('@orama/stemmers/spanish')),
    stemmerIn(require('@orama/stemmers/italian')),
    stemmerIn(require('@orama/stemmers/portuguese')),
    stemmerIn(require('@orama/stemmers/dutch')),
  ])
}

/** Of words in Cyrillic letters. */
export function cyrillicStemmers(): readonly Stem[] {
  return (cyrillic ??= [stemmerIn(require('@orama/stemmers/russian'))])
}

function stemmerIn({ stemmer }: { stemmer: Stem }): Stem {
  return stemmer
}

/** What a module of the older kind is, however the bundler hands it over. */
function required(module: Stem & { default?: Stem }): Stem {
  return module.default ?? module
}
