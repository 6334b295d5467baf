// `bun run migrations NAME`: writes what the tables have that `drizzle/` has not as a new migration; `--custom NAME` makes an
// empty one, to be written by hand; `--check` only says whether one is missing. What was written before stays as it is.
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'

/** Tables stored by their primary key alone: many narrow rows, always reached by that key. */
const withoutRowId = [
  'message_states',
  'audit_log_people',
  'attachment_messages',
  'archived_attachment_messages',
  'pushed_messages',
  'import_sources',
]

const { values, positionals } = parseArgs({
  options: { check: { type: 'boolean' }, custom: { type: 'boolean' } },
  allowPositionals: true,
})
if (values.check === true) await check()
else await add(positionals[0] ?? '', values.custom === true)

async function add(name: string, custom: boolean): Promise<void> {
  if (!/^[a-z0-9]+(_[a-z0-9]+)*$/.test(name)) fail('Usage: bun run migrations [--custom] NAME_OF_THE_CHANGE')
  const before = await journal('drizzle')
  await kit('generate', 'drizzle', ['--name', name, ...(custom ? ['--custom'] : [])], 'inherit')
  const [added] = (await journal('drizzle')).slice(before.length)
  if (added === undefined) fail('Nothing was written.')
  const file = join('drizzle', `${added}.sql`)
  await Bun.write(file, withTableOptions(await Bun.file(file).text()))
  console.log(`Read ${file}, and add it to src/migrations/steps.ts.`)
}

async function check(): Promise<void> {
  await kit('check', 'drizzle', [], 'pipe')
  const folder = mkdtempSync(join(tmpdir(), 'confab-migrations-'))
  try {
    cpSync('drizzle', folder, { recursive: true })
    const before = await journal(folder)
    // drizzle-kit takes this path as relative, whatever it is.
    const output = await kit('generate', relative('.', folder), ['--name', 'missing'], 'pipe')
    if (output.includes('No schema changes')) return
    const [missing] = (await journal(folder)).slice(before.length)
    // Without a file it wanted to ask something, such as whether a column has another name or is a new one.
    console.error(missing === undefined ? output : await Bun.file(join(folder, `${missing}.sql`)).text())
  } finally {
    rmSync(folder, { recursive: true })
  }
  fail('The tables in src/ and drizzle/ differ: run `bun run migrations NAME_OF_THE_CHANGE`.')
}

/**
 * Runs drizzle-kit and gives what it printed; the script ends with that if it fails. With a terminal to ask on it asks
 * whether something is new or was renamed.
 */
async function kit(
  command: 'generate' | 'check',
  out: string,
  options: readonly string[],
  stdio: 'inherit' | 'pipe',
): Promise<string> {
  const program = [process.execPath, '--bun', 'node_modules/.bin/drizzle-kit']
  const tables = command === 'generate' ? ['--schema', './src/**/tables.ts'] : []
  const child = Bun.spawn([...program, command, '--dialect', 'sqlite', '--out', out, ...tables, ...options], {
    stdin: stdio === 'inherit' ? 'inherit' : 'ignore',
    stdout: stdio,
    stderr: stdio,
  })
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), child.exited])
  if (code !== 0) fail(`${output}${errors}\ndrizzle-kit ${command} failed.`)
  return output + errors
}

async function text(stream: ReadableStream<Uint8Array> | undefined): Promise<string> {
  return stream ? await new Response(stream).text() : ''
}

/** The names of the migrations in a folder, in order. */
async function journal(folder: string): Promise<string[]> {
  const { entries }: { entries: { tag: string }[] } = await Bun.file(
    join(folder, 'meta/_journal.json'),
  ).json()
  return entries.map(({ tag }) => tag)
}

/**
 * Adds what drizzle-kit can't say: every table is STRICT, some have no row ID. Takes away its switching of foreign keys, which
 * does nothing in a transaction: they are off while migrations run, and checked at the end.
 */
function withTableOptions(statements: string): string {
  const sql = statements
    .replace(/^CREATE TABLE `(?:__new_)?(\w+)` \(\n[\s\S]*?\n\);$/gm, (statement, name: string) => {
      const options = withoutRowId.includes(name) ? 'STRICT, WITHOUT ROWID' : 'STRICT'
      return statement.replace(/\);$/, `) ${options};`)
    })
    .replace(/^PRAGMA foreign_keys=(ON|OFF);(--> statement-breakpoint\n)?/gm, '')
  return `${sql.trimEnd()}\n`
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
