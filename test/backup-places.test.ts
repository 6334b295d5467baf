// Backups in object storage, and encrypted ones: the age program opens them, and the memory they take does not grow with them.
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { acme, filesIn, opened, said, say, serveFolder, uploaded } from './support/backups'
import { Confab } from './support/confab'
import { debianProgram } from './support/debian-programs'
import { S3Server } from './support/object-storage'

setDefaultTimeout(300_000)

const age = await debianProgram('age')
const keygen = await debianProgram('age-keygen', 'age')
const s3 = await S3Server.start()
afterAll(() => s3.end())
const access = {
  S3_ENDPOINT: s3.storage.access.endpoint ?? '',
  S3_ACCESS_KEY_ID: 'S3RVER',
  S3_SECRET_ACCESS_KEY: 'S3RVER',
}

interface Key {
  file: string
  recipient: string
}

function newKey(confab: Confab, name: string): Key {
  const file = join(confab.data, name)
  const { stderr, exitCode } = Bun.spawnSync([keygen.executable, '-o', file], { env: keygen.environment })
  if (exitCode !== 0) throw new Error(stderr.toString())
  return { file, recipient: /age1[a-z0-9]+/.exec(readFileSync(file, 'utf8'))?.[0] ?? '' }
}

test('what is encrypted is opened by its key alone, and by the age program; without it a backup can be checked', async () => {
  await using confab = new Confab()
  const as = await acme(confab)
  const server = await confab.serve(['--json', '--rate-limits', 'off'])
  await say(as(server), 'a secret of ours')
  const path = await uploaded(as(server), 'secret contents of a file')
  server.kill('SIGTERM')
  await server.exited
  const [key, wrong] = [newKey(confab, 'key'), newKey(confab, 'wrong')]
  const place = join(confab.data, 'place')
  const create = ['backup', 'create', '--backups', place, '--backup-recipient', key.recipient]
  const made = await confab.json(create)
  expect(made).toMatchObject({ recipient: key.recipient })
  // Nothing of it can be read without the key.
  const stored = filesIn(place).map((name) => readFileSync(join(place, name), 'latin1'))
  for (const content of stored) expect(content).not.toMatch(/secret|SQLite format/)
  // What is encrypted to the same key is stored once.
  expect(Number((await confab.json(create))['new_files'])).toBeLessThanOrEqual(2)

  const verify = ['backup', 'verify', '--backups', place]
  expect(await confab.run(verify)).toMatchObject({ code: 0, out: expect.stringContaining('with --identity') })
  expect(await confab.run([...verify, '--identity', key.file])).toMatchObject({ code: 0 })
  const none = { code: 13, err: expect.stringContaining('None of the private keys opens this backup') }
  expect(await confab.run([...verify, '--identity', wrong.file])).toMatchObject(none)
  writeFileSync(join(confab.data, 'nonsense'), 'no key')
  const nonsense = await confab.run([...verify, '--identity', join(confab.data, 'nonsense')])
  expect(nonsense).toMatchObject({ code: 13, err: expect.stringContaining('no private key of age') })

  const to = join(confab.data, 'restored')
  const restore = ['backup', 'restore', '--backups', place, '--to', to]
  expect(await confab.run(restore)).toMatchObject({ code: 13, err: expect.stringContaining('--identity') })
  expect(await confab.run([...restore, '--identity', wrong.file])).toMatchObject(none)
  expect(await confab.run([...restore, '--identity', key.file])).toMatchObject({ code: 0 })
  const second = await serveFolder(confab, to)
  expect(await said(as(second))).toEqual(['a secret of ours'])
  expect(await opened(as(second), second, path)).toBe('200 secret contents of a file')

  const manifest = join(place, 'backups', `${String(made['backup'])}.json`)
  const { files } = JSON.parse(readFileSync(manifest, 'utf8')).manifest
  const { object } = files.find((file: { path: string }) => file.path.endsWith('confab.sqlite'))
  const opening = Bun.spawnSync([age.executable, '-d', '-i', key.file, join(place, object)], {
    env: age.environment,
    maxBuffer: 64 * 1024 * 1024,
  })
  expect(opening.stdout.subarray(0, 15).toString()).toBe('SQLite format 3')
  // Damage is damage, whether or not the key is known.
  const content = readFileSync(join(place, object))
  content.writeUInt8(content.readUInt8(content.length - 5) ^ 1, content.length - 5)
  writeFileSync(join(place, object), content)
  const [name = ''] = [String(made['backup'])]
  expect(await confab.run([...verify, name])).toMatchObject({ code: 12 })
  expect(await confab.run([...verify, name, '--identity', key.file])).toMatchObject({ code: 12 })
})

test('in object storage it is the same: made, listed, checked, put back, removed', async () => {
  await using confab = new Confab()
  const as = await acme(confab)
  const server = await confab.serve(['--json', '--rate-limits', 'off'])
  await say(as(server), 'kept in a bucket')
  // More than one part.
  const large = Buffer.alloc(40 * 1024 * 1024, 'a text of some length, again and again. ')
  const path = await uploaded(as(server), large)
  const key = newKey(confab, 'key')
  const place = ['--backups', 's3://files/backups']
  const made = await ran(confab, [
    'backup',
    'create',
    ...place,
    '--backup-recipient',
    key.recipient,
    '--json',
  ])
  expect(JSON.parse(made.out)).toMatchObject({ organizations: ['root'], files: s3.keys().length - 2 })
  expect(s3.keys().every((name) => name.startsWith('backups/'))).toBe(true)
  const again = await ran(confab, [
    'backup',
    'create',
    ...place,
    '--backup-recipient',
    key.recipient,
    '--json',
  ])
  expect(JSON.parse(again.out).new_bytes).toBeLessThan(10 * 1024 * 1024)
  await ran(confab, ['backup', 'verify', ...place, '--identity', key.file])
  const to = join(confab.data, 'restored')
  await ran(confab, ['backup', 'restore', ...place, '--to', to, '--identity', key.file])
  const second = await serveFolder(confab, to)
  expect(await said(as(second))).toEqual(['kept in a bucket'])
  expect((await opened(as(second), second, path)).length).toBe(4 + large.length)
  for (const { out } of [made, again])
    await ran(confab, ['backup', 'remove', JSON.parse(out).backup, ...place])
  expect(s3.keys()).toEqual(['backups/confab-backups.json'])
  await s3.stop()
  const away = await confab.run(['backup', 'create', ...place], '', access)
  expect(away).toMatchObject({ code: 7, err: expect.stringContaining("can't be used") })
  await s3.start()
  const without = await confab.run(['backup', 'create', ...place])
  expect(without).toMatchObject({ code: 2, err: expect.stringContaining('S3_ACCESS_KEY_ID') })
})

test('what a backup takes of memory does not grow with what it saves', async () => {
  await using confab = new Confab()
  await acme(confab)
  const key = newKey(confab, 'key')
  const uploads = join(confab.data, 'organizations/root/uploads/ab')
  mkdirSync(uploads, { recursive: true })
  const place = ['--backups', 's3://files/large', '--backup-recipient', key.recipient]
  /** In MiB, at most. */
  const memory = async (more: number): Promise<number> => {
    const content = Buffer.alloc(1024 * 1024, `contents of ${more} MiB`)
    const file = Bun.file(join(uploads, `file${more}`)).writer()
    for (let count = 0; count < more; count++) {
      file.write(content)
      await file.flush()
    }
    await file.end()
    const child = Bun.spawn([...confab.program, 'backup', 'create', ...place], {
      cwd: confab.data,
      env: { CONFAB_DATA: confab.data, ...access },
      stdout: 'ignore',
      stderr: 'pipe',
    })
    // What the system says at its end counts the memory of this process as well.
    let kib = 0
    while (child.exitCode === null) {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
      kib = Math.max(kib, Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0))
      await Bun.sleep(5)
    }
    expect([await child.exited, await child.stderr.text()]).toEqual([0, ''])
    return kib / 1024
  }
  // By then the parts that are under way have their room, several of 16 MiB on a slow machine.
  const little = await memory(64)
  expect((await memory(192)) - little).toBeLessThan(100)
})

/** Runs a command with the credentials of the object storage. @throws if it fails */
async function ran(confab: Confab, args: readonly string[]) {
  const ended = await confab.run(args, '', access)
  if (ended.code !== 0) throw new Error(`confab ${args.join(' ')}: ${ended.code}\n${ended.out}${ended.err}`)
  return ended
}
