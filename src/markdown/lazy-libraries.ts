// The heavy libraries, typesetting and highlighting, which load when the first message needs them: most never do.
import type { HLJSApi, LanguageFn } from 'highlight.js'

type Katex = (typeof import('katex'))['default']

/** The typesetter of TeX. */
export function loadKatex(): Katex {
  const module: Katex & { default?: Katex } = require('katex')
  return module.default ?? module
}

let loaded: HLJSApi | undefined

/** The highlighter, knowing `language` if there is a grammar for it; nothing where there can be none. */
export function loadHighlighter(language: string): HLJSApi | undefined {
  if (!/^[\w#+.-]{1,30}$/.test(language)) return undefined
  loaded ??= loadCommon()
  const name = language.toLowerCase()
  const further = furtherLanguages[aliases[name] ?? name]
  if (further && !loaded.getLanguage(name)) register(loaded, aliases[name] ?? name, further())
  return loaded
}

function loadCommon(): HLJSApi {
  const module: { default?: HLJSApi } & HLJSApi = require('highlight.js/lib/common')
  return module.default ?? module
}

function register(highlighter: HLJSApi, name: string, grammar: LanguageFn | { default: LanguageFn }): void {
  highlighter.registerLanguage(name, typeof grammar === 'function' ? grammar : grammar.default)
}

const aliases: Record<string, string> = {
  clj: 'clojure',
  docker: 'dockerfile',
  erl: 'erlang',
  ex: 'elixir',
  exs: 'elixir',
  hs: 'haskell',
  jl: 'julia',
  ml: 'ocaml',
  nginxconf: 'nginx',
  nixos: 'nix',
  proto: 'protobuf',
  ps1: 'powershell',
  pwsh: 'powershell',
  ps: 'powershell',
  tex: 'latex',
  groovy: 'groovy',
  fs: 'fsharp',
  'f#': 'fsharp',
}

/** Beyond the common ones. Each is named in full, so that the bundler sees what to carry. */
const furtherLanguages: Record<string, () => LanguageFn> = {
  clojure: () => require('highlight.js/lib/languages/clojure'),
  cmake: () => require('highlight.js/lib/languages/cmake'),
  dart: () => require('highlight.js/lib/languages/dart'),
  dockerfile: () => require('highlight.js/lib/languages/dockerfile'),
  elixir: () => require('highlight.js/lib/languages/elixir'),
  erlang: () => require('highlight.js/lib/languages/erlang'),
  fsharp: () => require('highlight.js/lib/languages/fsharp'),
  groovy: () => require('highlight.js/lib/languages/groovy'),
  haskell: () => require('highlight.js/lib/languages/haskell'),
  http: () => require('highlight.js/lib/languages/http'),
  julia: () => require('highlight.js/lib/languages/julia'),
  latex: () => require('highlight.js/lib/languages/latex'),
  nginx: () => require('highlight.js/lib/languages/nginx'),
  nix: () => require('highlight.js/lib/languages/nix'),
  ocaml: () => require('highlight.js/lib/languages/ocaml'),
  powershell: () => require('highlight.js/lib/languages/powershell'),
  protobuf: () => require('highlight.js/lib/languages/protobuf'),
  scala: () => require('highlight.js/lib/languages/scala'),
  vim: () => require('highlight.js/lib/languages/vim'),
}
