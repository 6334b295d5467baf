// Backups of a server that works: they have all that was acknowledged, are checked, and are put back without overwriting anything.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { acme, filesIn, opened, said, say, serveFolder, uploaded } from './support/backups'
import type { Client } from './support/client'
import { Confab, createAcme, limited } from './support/confab'

// Every step is a process of its own, and the machine may be busy.
setDefaultTimeout(240_000)

const running = ['--json', '--rate-limits', 'off']

test('a backup of a server that works has all that was acknowledged, and is restored into a new folder', async () => {
  await using confab = new Confab()
  const as = await acme(confab)
  const server = await confab.serve(running)
  const owner = as(server)
  const path = await uploaded(owner, 'what was in the file')
  await say(owner, `before, with [a file](${path})`)
  const place = join(confab.data, 'place')
  const others = new AbortController()
  const sent: string[] = []
  const work = (async () => {
    for (let number = 0; !others.signal.aborted; number++) {
      await say(owner, `meanwhile ${number}`)
      sent.push(`meanwhile ${number}`)
    }
  })()
  const atStart = sent.length
  const made = await confab.json(['backup', 'create', '--backups', place])
  others.abort()
  await work
  expect(made).toMatchObject({ organizations: ['root'], kind: 'manual', recipient: null, left_out: [] })
  expect(await confab.run(['backup', 'verify', '--backups', place])).toMatchObject({ code: 0 })
  await say(owner, 'after it')
  const to = join(confab.data, 'restored')
  // As one that was killed leaves it.
  mkdirSync(join(confab.data, '.restoring-restored/organizations'), { recursive: true })
  const restored = await confab.run(['backup', 'restore', '--backups', place, '--to', to])
  expect(existsSync(join(confab.data, '.restoring-restored'))).toBe(false)
  expect(restored).toMatchObject({ code: 0, out: expect.stringContaining(`start it with --data ${to}`) })
  server.kill('SIGTERM')
  expect(await server.exited).toBe(0)

  const second = await serveFolder(confab, to)
  const texts = await said(as(second))
  expect(texts[0]).toBe(`before, with [a file](${path})`)
  expect(texts).not.toContain('after it')
  expect(texts.slice(1)).toEqual(sent.slice(0, texts.length - 1))
  expect(texts.length - 1).toBeGreaterThanOrEqual(atStart)
  expect(await opened(as(second), second, path)).toBe('200 what was in the file')
  // And it goes on.
  await say(as(second), 'on the new machine')
  expect((await said(as(second))).at(-1)).toBe('on the new machine')
  // Its backups go on at the same place, where another server's can't be.
  second.kill('SIGTERM')
  await second.exited
  expect(await confab.run(['backup', 'create', '--backups', place, '--data', to])).toMatchObject({ code: 0 })
})

test('files that have not changed are stored once; those of the server are saved, what can be had again is not', async () => {
  await using confab = new Confab()
  const as = await acme(confab)
  const server = await confab.serve(running)
  await uploaded(as(server), 'x'.repeat(300_000))
  writeFileSync(join(confab.data, 'push-bouncer.json'), '{"url":"http://b","id":"1","key":"secret"}')
  mkdirSync(join(confab.data, 'organizations/root/external-images'), { recursive: true })
  writeFileSync(join(confab.data, 'organizations/root/external-images/a'), 'elsewhere, too')
  writeFileSync(join(confab.data, 'organizations/root/confab.schema-2.sqlite'), 'before the upgrade')
  const place = join(confab.data, 'place')
  const first = await confab.json(['backup', 'create', '--backups', place])
  const second = await confab.json(['backup', 'create', '--backups', place])
  expect(Number(first['new_bytes'])).toBeGreaterThan(Number(second['new_bytes']) + 290_000)
  expect(second['files']).toBe(first['files'] ?? '')
  server.kill('SIGTERM')
  await server.exited
  // At rest, too; and what is no longer needed goes.
  const third = await confab.json(['backup', 'create', '--backups', place])
  for (const { backup } of [first, second])
    await confab.json(['backup', 'remove', String(backup), '--backups', place])
  const { backups } = await confab.json(['backup', 'list', '--backups', place])
  expect(backups).toMatchObject([{ backup: third['backup'], is_complete: true }])
  expect(filesIn(join(place, 'objects'))).toHaveLength(Number(third['files']))
  expect(await confab.run(['backup', 'verify', '--backups', place])).toMatchObject({ code: 0 })

  const to = join(confab.data, 'restored')
  await confab.json(['backup', 'restore', '--backups', place, '--to', to])
  expect(filesIn(to).filter((name) => !name.includes('/uploads/'))).toEqual([
    'backups.json',
    'organizations/root/confab.sqlite',
    'push-bouncer.json',
  ])
  expect(filesIn(to).filter((name) => name.includes('/uploads/'))).toHaveLength(1)
})

test('one organization is saved and put back beside the others, under its own or another name', async () => {
  await using confab = new Confab()
  const as = await acme(confab)
  const first = await confab.serve([...running, '--domain', 'localhost'])
  await say(as(first), 'in the first')
  const place = join(confab.data, 'place')
  const made = await confab.json(['backup', 'create', '--backups', place, '--organization', 'root'])
  expect(made).toMatchObject({ is_complete: false, organizations: ['root'] })
  const put = ['backup', 'restore', '--backups', place, '--organization', 'root']
  expect(await confab.run(put)).toMatchObject({
    code: 7,
    err: expect.stringContaining('nothing is overwritten'),
  })
  expect(await confab.run([...put, '--as', 'Not OK'])).toMatchObject({ code: 2 })
  const restored = await confab.run([...put, '--as', 'second'])
  expect(restored).toMatchObject({ code: 0, out: expect.stringContaining('start the server anew') })
  expect(await confab.run([...put, '--as', 'second'])).toMatchObject({ code: 7 })
  const other = await confab.run(['backup', 'restore', '--backups', place, '--organization', 'acme'])
  expect(other).toMatchObject({ code: 7, err: expect.stringContaining("no organization 'acme', only: root") })
  first.kill('SIGTERM')
  await first.exited
  const both = await confab.serve([...running, '--domain', 'localhost'])
  const inSecond = as({ ...both, url: both.url.replace('127.0.0.1', 'second.localhost') })
  expect(await said(inSecond)).toEqual(['in the first'])
  expect(await confab.run(['backup', 'create', '--backups', place, '--organization', 'acme'])).toMatchObject({
    code: 7,
  })
})

test('incomplete, damaged and missing backups are told apart, and leave nothing when they are restored', async () => {
  await using confab = new Confab()
  await acme(confab)
  const place = join(confab.data, 'place')
  const verify = ['backup', 'verify', '--backups', place]
  const restore = ['backup', 'restore', '--backups', place, '--to', join(confab.data, 'restored')]
  expect(await confab.run(verify)).toMatchObject({
    code: 7,
    err: expect.stringContaining('There is no backup'),
  })
  const { backup } = await confab.json(['backup', 'create', '--backups', place])
  expect(await confab.run([...verify, '2026-01-01T00-00-00Z'])).toMatchObject({ code: 7 })

  const [object = ''] = filesIn(join(place, 'objects')).filter((name) => sizeOf(place, name) > 100_000)
  const file = join(place, 'objects', object)
  const content = readFileSync(file)
  const attempts = [verify, restore]
  const each = async (code: number, words: string) => {
    for (const command of attempts)
      expect(await confab.run(command)).toMatchObject({ code, err: expect.stringContaining(words) })
    expect(existsSync(join(confab.data, 'restored'))).toBe(false)
    expect(existsSync(join(confab.data, '.restoring-restored'))).toBe(false)
  }
  rmSync(file)
  await each(
    11,
    'The backup is incomplete: of 2 files 1 are missing, such as organizations/root/confab.sqlite',
  )
  writeFileSync(file, content.subarray(0, -10))
  await each(12, 'The backup is damaged: organizations/root/confab.sqlite is not what was stored')
  const flipped = Buffer.from(content)
  flipped.writeUInt8(flipped.readUInt8(50_000) ^ 1, 50_000)
  writeFileSync(file, flipped)
  await each(12, 'is not what was stored')
  writeFileSync(file, content)
  expect(await confab.run(verify)).toMatchObject({ code: 0 })
  const manifest = join(place, 'backups', `${String(backup)}.json`)
  const text = readFileSync(manifest, 'utf8')
  for (const wrong of [text.slice(0, -20), text.replace('"nightly"', '"x"').replace('"size":', '"size":1')]) {
    writeFileSync(manifest, wrong)
    await each(12, 'is damaged, or of a newer Confab')
  }
  const list = await confab.run(['backup', 'list', '--backups', place])
  expect(list).toMatchObject({ code: 0, out: expect.stringContaining('its manifest is damaged') })
  // What could be of the damaged one is not taken away.
  await confab.json(['backup', 'create', '--backups', place])
  expect(existsSync(file)).toBe(true)
  writeFileSync(manifest, text)
  const full = join(confab.data, 'full')
  mkdirSync(full)
  writeFileSync(join(full, 'mine'), 'mine')
  const refused = await confab.run(['backup', 'restore', '--backups', place, '--to', full])
  expect(refused).toMatchObject({ code: 7, err: expect.stringContaining('nothing is overwritten') })
  expect(filesIn(full)).toEqual(['mine'])
})

test('who is killed in the middle leaves nothing that counts, the server goes on, and the next one tidies up', async () => {
  await using confab = new Confab()
  const as = await acme(confab)
  const server = await confab.serve(running)
  const place = join(confab.data, 'place')
  const child = await backupInTheMiddle(confab, as(server), place)
  child.kill('SIGSTOP')
  const second = await confab.run(['backup', 'create', '--backups', join(confab.data, 'elsewhere')])
  expect(second).toMatchObject({ code: 7, err: expect.stringContaining('is being made already') })
  child.kill('SIGKILL')
  await child.exited
  expect(isHalf(place)).toBe(true)
  expect(await confab.json(['backup', 'list', '--backups', place])).toEqual({ backups: [] })
  await say(as(server), 'the server goes on')
  const made = await confab.json(['backup', 'create', '--backups', place])
  expect(filesIn(join(place, 'objects'))).toHaveLength(Number(made['files']))
  expect(existsSync(join(confab.data, 'backup-work'))).toBe(false)
  expect(await confab.run(['backup', 'verify', '--backups', place])).toMatchObject({ code: 0 })
})

test('who is interrupted undoes what was done, and says so', async () => {
  await using confab = new Confab()
  const as = await acme(confab)
  const server = await confab.serve(running)
  const place = join(confab.data, 'place')
  const child = await backupInTheMiddle(confab, as(server), place)
  child.kill('SIGINT')
  expect([await child.exited, await child.stderr.text()]).toEqual([
    7,
    'confab: Interrupted. There is no backup, and nothing of it is left.\n',
  ])
  expect(filesIn(place)).toEqual(['confab-backups.json'])
  expect(existsSync(join(confab.data, 'backup-work'))).toBe(false)
  // The server has let go at once.
  expect(await confab.run(['backup', 'create', '--backups', place])).toMatchObject({ code: 0 })
})

test('where there is no room for it no backup counts, what was stored is gone, and the server goes on', async () => {
  await using confab = new Confab()
  const as = await acme(confab)
  const server = await confab.serve(running)
  await uploaded(as(server), new Uint8Array(3 * 1024 * 1024))
  const place = join(confab.data, 'place')
  // Files may not be longer than two mebibytes: as on a disk that is full.
  const [program = '', ...rest] = limited(confab, 4096)
  const cramped = new Confab([program, ...rest])
  const failed = await cramped.run(['backup', 'create', '--backups', place, '--data', confab.data])
  await cramped[Symbol.asyncDispose]()
  expect(failed).toMatchObject({ code: 7, err: expect.stringContaining('takes no backup') })
  expect(filesIn(place)).toEqual(['confab-backups.json'])
  expect(existsSync(join(confab.data, 'backup-work'))).toBe(false)
  await say(as(server), 'and on')
  expect(JSON.parse(readFileSync(join(confab.data, 'backups.json'), 'utf8'))).toMatchObject({
    last: null,
    failure: { why: expect.stringContaining('takes no backup') },
  })
  expect(await confab.run(['backup', 'create', '--backups', place])).toMatchObject({ code: 0 })
})

test('a place has the backups of one server, and may have other things, which stay', async () => {
  await using confab = new Confab()
  await using other = new Confab()
  await acme(confab)
  await acme(other)
  const place = join(confab.data, 'place')
  const itself = await confab.run(['backup', 'create', '--backups', confab.data])
  expect(itself).toMatchObject({ code: 7, err: expect.stringContaining('no place for backups') })
  mkdirSync(place)
  writeFileSync(join(place, 'mine.unfinished'), 'mine')
  await confab.json(['backup', 'create', '--backups', place])
  expect(existsSync(join(place, 'mine.unfinished'))).toBe(true)
  const refused = await other.run(['backup', 'create', '--backups', place])
  expect(refused).toMatchObject({
    code: 7,
    err: expect.stringContaining('has the backups of another server'),
  })
})

test('a damaged database is left out and said; the others are saved, and what was saved of it stays', async () => {
  await using confab = new Confab()
  await acme(confab)
  await confab.json([...createAcme, '--subdomain', 'second'], 'a long password\n')
  const place = join(confab.data, 'place')
  const keepOne = ['--backup-keep-daily', '1', '--backup-keep-weekly', '0', '--backup-keep-monthly', '0']
  const night = (moment: string) =>
    confab.run(['backup', 'create', '--backups', place, ...keepOne, '--nightly-moment', moment, '--json'])
  const names = async () => {
    const { backups } = await confab.json(['backup', 'list', '--backups', place])
    return Array.isArray(backups) ? backups.map(({ organizations }) => organizations) : []
  }
  expect(await night('1')).toMatchObject({ code: 0 })
  damage(join(confab.data, 'organizations/second/confab.sqlite'))
  for (const moment of ['2', '3']) {
    const left = await night(moment)
    expect(left).toMatchObject({ code: 10, err: expect.stringContaining('second is not in it') })
    expect(JSON.parse(left.out)).toMatchObject({ organizations: ['root'], left_out: ['second'] })
    // One a day is kept, and the last that has what is damaged now.
    expect(await names()).toEqual([['root', 'second'], ['root']])
  }
  damage(join(confab.data, 'organizations/root/confab.sqlite'))
  expect(await night('4')).toMatchObject({ code: 7, err: expect.stringContaining('Nothing can be saved') })
  expect(await names()).toEqual([['root', 'second'], ['root']])
})

/** Has a backup made that stores a large file by now. */
async function backupInTheMiddle(confab: Confab, owner: Client, place: string) {
  await uploaded(
    owner,
    new Uint8Array(48 * 1024 * 1024).map((_, index) => index % 251),
  )
  const child = Bun.spawn([...confab.program, 'backup', 'create', '--backups', place], {
    cwd: confab.data,
    env: { CONFAB_DATA: confab.data },
    stdout: 'ignore',
    stderr: 'pipe',
  })
  while (!isHalf(place)) await Bun.sleep(2)
  return child
}

function isHalf(place: string): boolean {
  const isLarge = (name: string) => name.endsWith('.unfinished') && Bun.file(join(place, name)).size > 4e6
  return existsSync(place) && filesIn(place).some(isLarge)
}

/** Somewhere in the middle. */
function damage(file: string): void {
  const content = readFileSync(file)
  writeFileSync(file, content.fill(0xa5, 200_000, 240_000))
}

function sizeOf(place: string, name: string): number {
  return Bun.file(join(place, 'objects', name)).size
}
