// The heavy libraries, for typesetting, highlighting, dates, linkifiers and HTML, which load when the first message needs them: most
// never do, and a start is sooner without them.
import type * as chrono from 'chrono-node/en'
import type * as htmlparser2 from 'htmlparser2'
import type katex from 'katex'
import type { RE2JS } from 're2js'

type Katex = typeof katex
type Re2 = typeof RE2JS

/** The typesetter of TeX. */
export function loadKatex(): Katex {
  const module: Katex & { default?: Katex } = require('katex')
  return module.default ?? module
}

/** The reader of dates that people write out in English; only of whole dates, never of `tomorrow`. */
export function loadDateParser(): Pick<typeof chrono.strict, 'parse'> {
  const module: typeof chrono = require('chrono-node/en')
  return module.strict
}

/** The compiler of patterns that match in linear time. */
export function loadRe2(): Re2 {
  const module: { RE2JS: Re2 } = require('re2js')
  return module.RE2JS
}

let htmlLibrary: HtmlLibrary | undefined
type HtmlLibrary = Pick<typeof htmlparser2, 'Parser' | 'Tokenizer'>

/** The parser of HTML, and the tokenizer that is beneath it. */
export function loadHtmlParser(): HtmlLibrary {
  return (htmlLibrary ??= require('htmlparser2'))
}

/** What is used of highlight.js. Its own types would bring those of browsers into the whole program. */
export interface Highlighter {
  getLanguage(name: string): { readonly name?: string } | undefined
  highlight(code: string, options: { language: string; ignoreIllegals: boolean }): { readonly value: string }
  registerLanguage(name: string, grammar: Grammar): void
}

type Grammar = (highlighter: Highlighter) => object

let loaded: Highlighter | undefined

/** The highlighter, knowing `language` if there is a grammar for it; nothing where there can be none. */
export function loadHighlighter(language: string): Highlighter | undefined {
  if (!/^[\w#+.-]{1,30}$/.test(language)) return undefined
  loaded ??= loadCommon()
  const typed = language.toLowerCase()
  const name = aliases.get(typed) ?? typed
  const further = furtherLanguages.get(name)
  if (further && !loaded.getLanguage(typed)) register(loaded, name, further())
  return loaded
}

function loadCommon(): Highlighter {
  const module: { default?: Highlighter } & Highlighter = require('highlight.js/lib/common')
  return module.default ?? module
}

function register(highlighter: Highlighter, name: string, grammar: Grammar | { default: Grammar }): void {
  highlighter.registerLanguage(name, typeof grammar === 'function' ? grammar : grammar.default)
}

const aliases = new Map(
  Object.entries({
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
    fs: 'fsharp',
    'f#': 'fsharp',
  }),
)

/** Beyond the common ones. Each is named in full, so that the bundler sees what to carry. */
const furtherLanguages = new Map<string, () => Grammar>(
  Object.entries({
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
  }),
)
