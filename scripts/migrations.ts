// `bun run migrations`: writes drizzle/0000_baseline.sql from the tables; `--check` only compares.
//
// Nothing has been released yet, so there is one baseline and it is always made anew. From the first release
// on, a change of tables becomes a further numbered file, and the baseline stays as it is.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const baseline = 'drizzle/0000_baseline.sql'

/** Tables stored by their primary key alone: many narrow rows, always reached by that key. */
const withoutRowId = ['message_states']

const wanted = withTableOptions(await generate())
if (!process.argv.includes('--check')) {
  await Bun.write(baseline, wanted)
  console.log(`Wrote ${baseline}.`)
} else if (!(await Bun.file(baseline).exists()) || (await Bun.file(baseline).text()) !== wanted) {
  console.error(`${baseline} does not match the tables in src/*/tables.ts: run \`bun run migrations\`.`)
  process.exit(1)
}

/** The SQL that drizzle-kit makes of all tables. */
async function generate(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'confab-migrations-'))
  try {
    const options = [
      '--dialect',
      'sqlite',
      '--schema',
      './src/*/tables.ts',
      '--out',
      folder,
      '--name',
      'baseline',
    ]
    const kit = Bun.spawn(
      [process.execPath, '--bun', 'node_modules/.bin/drizzle-kit', 'generate', ...options],
      {
        stdout: 'pipe',
        stderr: 'inherit',
      },
    )
    const output = await new Response(kit.stdout).text()
    if ((await kit.exited) !== 0) throw new Error(`drizzle-kit failed:\n${output}`)
    return await Bun.file(join(folder, '0000_baseline.sql')).text()
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Adds what drizzle-kit can't say: every table is STRICT, some have no row ID. */
function withTableOptions(statements: string): string {
  const sql = statements.replace(/^CREATE TABLE `(\w+)` \(\n[\s\S]*?\n\);$/gm, (statement, name: string) => {
    const options = withoutRowId.includes(name) ? 'STRICT, WITHOUT ROWID' : 'STRICT'
    return statement.replace(/\);$/, `) ${options};`)
  })
  return `-- Every table, made from src/*/tables.ts by \`bun run migrations\`; not edited by hand.\n${sql.trimEnd()}\n`
}
