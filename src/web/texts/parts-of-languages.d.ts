// A language in parts: the bundler leaves of `de.json?first` what is needed at once, of `de.json?server` what the server says, and of
// `de.json?later` the rest (areas.ts).
// Where nothing is bundled, as in tests, each is the whole language.
declare module '*.json?first' {
  const texts: import('./text').Catalogue
  export default texts
}

declare module '*.json?later' {
  const texts: import('./text').Catalogue
  export default texts
}

declare module '*.json?server' {
  const texts: import('./text').Catalogue
  export default texts
}
