// The guide to backups: its commands are run as they are written, in folders of the test's.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { acme, say } from './support/backups'
import { Confab, createAcme, freePort } from './support/confab'
import { debianProgram } from './support/debian-programs'

setDefaultTimeout(240_000)

test('what docs/backup.md says works', async () => {
  const keygen = await debianProgram('age-keygen', 'age')
  await using confab = new Confab()
  const as = await acme(confab)
  await confab.json([...createAcme, '--subdomain', 'acme'], 'a long password\n')
  const guide = readFileSync('docs/backup.md', 'utf8')
    .replaceAll('/srv/confab-backups', join(confab.data, 'place'))
    .replaceAll('/var/lib/confab-restored', join(confab.data, 'restored'))
    .replaceAll('/var/lib/confab', confab.data)
  const [settings = ''] = blocks(guide, 'toml')
  writeFileSync(join(confab.data, 'confab.toml'), `${settings}port = ${await freePort()}\n`)
  const server = await confab.serve(['--json'])
  await say(as(server), 'saved')
  // The first one is made at once, as the guide says.
  const made = async () => (await confab.json(['backup', 'list']))['backups']
  while (JSON.stringify(await made()) === '[]') await Bun.sleep(20)
  const commands = blocks(guide, 'sh').flatMap((block) => block.trim().split('\n'))
  expect(commands).toHaveLength(8)
  for (const command of commands) {
    const [program = '', ...args] = command.split(' ')
    if (program === 'age-keygen') {
      const made = Bun.spawnSync([keygen.executable, ...args], { cwd: confab.data, env: keygen.environment })
      expect(made.exitCode).toBe(0)
      // What the guide says next: from now on backups are encrypted.
      const recipient = /age1[a-z0-9]+/.exec(made.stderr.toString())?.[0]
      writeFileSync(join(confab.data, 'confab.toml'), `${settings}backup-recipient = "${recipient}"\n`)
      expect(await confab.run(['backup', 'create'])).toMatchObject({ code: 0, err: '' })
      await Bun.$`rm -r ${join(confab.data, 'restored')}`
    } else if (args[0] === 'serve') {
      const restored = await confab.serve([...args.slice(1), '--json'])
      restored.kill('SIGTERM')
      expect(await restored.exited).toBe(0)
    } else {
      expect([command, await confab.run(args)]).toEqual([
        command,
        expect.objectContaining({ code: 0, err: '' }),
      ])
    }
  }
})

function blocks(markdown: string, language: string): string[] {
  return [...markdown.matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(([, name, text = '']) =>
    name === language ? [text] : [],
  )
}
