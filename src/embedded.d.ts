// Types of the files that the bundler embeds: as text, or as files that have a path inside the executable.
declare module '*.sql' {
  const text: string
  export default text
}

declare module '*.tsv' {
  const text: string
  export default text
}

declare module '*.png' {
  const path: string
  export default path
}

declare module '*.webp' {
  const path: string
  export default path
}

declare module '*.svg' {
  const path: string
  export default path
}

declare module 'wink-porter2-stemmer' {
  /** The stem of an English word in lower case. */
  const stem: (word: string) => string
  export default stem
}

declare module 'html-encoding-sniffer' {
  /** The name of the encoding that a page is in, as the HTML standard finds it out. */
  const sniff: (
    page: Uint8Array,
    options: { transportLayerEncodingLabel?: string; defaultEncoding?: string },
  ) => Bun.Encoding
  export default sniff
}
