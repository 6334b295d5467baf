// Types of the files that the bundler embeds as text.
declare module '*.sql' {
  const text: string
  export default text
}

declare module '*.tsv' {
  const text: string
  export default text
}

declare module 'wink-porter2-stemmer' {
  /** The stem of an English word in lower case. */
  const stem: (word: string) => string
  export default stem
}
