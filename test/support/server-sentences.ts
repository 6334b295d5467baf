// Every sentence that the server refuses a call with, read from its source: what `badRequest(…)` and the like are given.
import { parse } from '@babel/parser'
import { Glob } from 'bun'

/** What is said to other programs, to operators and bots, and on the server's own pages: no web client meets it. */
const elsewhere =
  /^src\/(web|cli|relocation|incoming-mail|incoming-webhooks|push|bot-storage|mail|jobs|metrics|pages|organization-finder|first-organization|api-reference)\/|^src\/(http\/metrics-answer|http\/basic|http\/api-key-parameter|server|resumable-uploads\/protocol|messages\/changing\/editing\/restoring)\.ts$/

/** What makes errors, with the argument that is said; those that only pass a text on are among them. */
const makers: Readonly<Record<string, number>> = {
  ApiError: 1,
  badRequest: 0,
  noneOfOwn: 0,
  invalidParameter: 1,
  badNarrow: 0,
  badImage: 0,
  refuse: 0,
  wrongValue: 0,
}

/** Functions that return what is said. */
const tellers: ReadonlySet<string> = new Set([
  'addressRefusal',
  'compilePattern',
  'explain',
  'failureText',
  'refusalOf',
  'runSlashCommand',
  'templateProblem',
])

/** A syntax tree, as far as it is looked at. */
type Tree = Readonly<Record<string, unknown>> & { readonly type: string }

/** A node and those that it is in, the outermost first. */
type Path = readonly Tree[]

export interface ServerSentences {
  /** Each once, its values by name: `Invalid user ID {id}`; `{value}` where a value has no name of its own. */
  sentences: readonly string[]
  /** Files that say something that can't be told from where it is said: their functions are to be named above. */
  unread: readonly string[]
}

export async function sentencesOfServer(): Promise<ServerSentences> {
  const sentences = new Set<string>()
  const unread = new Set<string>()
  const files = [...new Glob('src/**/*.ts').scanSync('.')].filter((each) => !elsewhere.test(each))
  const names = new RegExp([...Object.keys(makers), ...tellers].join('|'))
  for (const file of files.sort()) {
    const text = await Bun.file(file).text()
    if (!names.test(text)) continue
    const { program } = parse(text, { sourceType: 'module', plugins: ['typescript'] })
    visit([tree(program)], (path) => {
      for (const said of saidAt(path)) {
        const texts = textsOf(said, path)
        for (const each of texts ?? []) if (each !== '') sentences.add(each)
        if (!texts) unread.add(file)
      }
    })
  }
  return { sentences: [...sentences].sort(), unread: [...unread] }
}

/** The expressions whose texts are said, if it is a place where something is. */
function saidAt(path: Path): Tree[] {
  const here = path.at(-1) ?? tree(undefined)
  if (nameOf(here['callee']) === '' && tree(here['callee']).type === 'Super')
    return trees(here['arguments']).filter(
      (said) => said.type === 'StringLiteral' && /\s/.test(String(said['value'])),
    )
  if (here.type === 'CallExpression' || here.type === 'NewExpression') {
    const argument = makers[nameOf(here['callee'])]
    const said = argument === undefined ? undefined : trees(here['arguments'])[argument]
    return said && !isPassedOn(said, path) ? [said] : []
  }
  if (here.type === 'ReturnStatement' && path.some((each) => tellers.has(nameOf(each['id']))))
    return [tree(here['argument'])].filter((said) => textsOf(said, path) !== undefined)
  return []
}

/** Whether it is what a function got that is a maker itself, or comes from a teller. */
function isPassedOn(said: Tree, path: Path): boolean {
  const isMade = path.some(
    (each) => each.type === 'FunctionDeclaration' && makers[nameOf(each['id'])] !== undefined,
  )
  return isMade && said.type === 'Identifier'
}

function textsOf(here: Tree, path: Path): string[] | undefined {
  switch (here.type) {
    case 'StringLiteral':
      return [String(here['value'])]
    case 'TemplateLiteral':
      return textsOfTemplate(here)
    case 'ConditionalExpression':
      return both(textsOf(tree(here['consequent']), path), textsOf(tree(here['alternate']), path))
    case 'ArrayExpression':
      return textsOf(trees(here['elements'])[1] ?? tree(undefined), path)
    case 'Identifier':
      return textsOfConstant(nameOf(here), path)
    default:
      return undefined
  }
}

function both(one: string[] | undefined, other: string[] | undefined): string[] | undefined {
  return one || other ? [...(one ?? []), ...(other ?? [])] : undefined
}

function textsOfTemplate(here: Tree): string[] {
  const values = trees(here['expressions'])
  return trees(here['quasis']).reduce<string[]>(
    (texts, quasi, index) => {
      const value = values[index]
      const part = String(Reflect.get(Object(quasi['value']), 'cooked'))
      const chosen = value?.type === 'ConditionalExpression' ? textsOf(value, []) : undefined
      const shown = value ? (chosen ?? [`{${nameOf(value) || 'value'}}`]) : ['']
      return texts.flatMap((before) => shown.map((each) => before + part + each))
    },
    [''],
  )
}

/** A constant of the functions around, or of the file. */
function textsOfConstant(name: string, path: Path): string[] | undefined {
  for (const outer of path.toReversed()) {
    for (const statement of trees(outer['body'])) {
      const declared = trees(tree(statement['declaration'] ?? statement)['declarations'])
      const found = declared.find((each) => nameOf(each['id']) === name)
      if (found) return textsOf(tree(found['init']), path)
    }
  }
  return undefined
}

/** Looks at every node below, with those that it is in: one list, which changes as they are gone through. */
function visit(path: Tree[], look: (path: Path) => void): void {
  look(path)
  for (const [name, value] of Object.entries(path.at(-1) ?? {})) {
    if (name === 'loc' || name.endsWith('Comments') || typeof value !== 'object') continue
    for (const each of Array.isArray(value) ? trees(value) : [tree(value)]) {
      if (each.type === '') continue
      path.push(each)
      visit(path, look)
      path.pop()
    }
  }
}

function tree(value: unknown): Tree {
  return isTree(value) ? value : { type: '' }
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && 'type' in value
}

function trees(value: unknown): Tree[] {
  return Array.isArray(value) ? value.map(tree) : []
}

function nameOf(value: unknown): string {
  const { name, property } = tree(value)
  return typeof name === 'string' ? name : property === undefined ? '' : nameOf(property)
}
