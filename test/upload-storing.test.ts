// Files as they are stored: their names and types, their room, and nothing that is half there, whatever cuts it short.
import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sum } from 'drizzle-orm'
import { attachmentAt, deleteAttachments, spaceUsed } from '../src/attachments/repository'
import { attachments } from '../src/attachments/tables'
import { pathId } from '../src/attachments/address'
import { fileStore } from '../src/file-store/file-store'
import { defaultRules } from '../src/organization/rules'
import { detectType } from '../src/uploads/content-type'
import { takeSpace } from '../src/uploads/limits'
import { pathName, shownName } from '../src/uploads/names'
import { finishUpload, temporaryFile } from '../src/uploads/storing'
import { directory, type User } from '../src/users/repository'
import { plain, png, red } from './support/pictures'
import { scenario } from './support/scenario'
import { TestServer } from './support/server'

const { server, owner } = await scenario({})
const incoming = (of: TestServer) => join(of.organization.folder, 'uploads', 'incoming')

function userOf(of: TestServer): User {
  const user = directory(of.organization).byId.get(of.owner.id)
  if (!user) throw new Error('The owner is gone')
  return user
}

async function stored(of: TestServer, content: string | Uint8Array, name = 'a.txt') {
  const path = await temporaryFile(of.organization)
  writeFileSync(path, content)
  return finishUpload(of.organization, userOf(of), { path, name, size: content.length })
}

/** Every file of a folder, at any depth. */
function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
}

test('a whole file becomes an attachment, and only its content and its row are left', async () => {
  const attachment = await stored(server, 'What it says', 'notes.txt')
  expect(attachment).toMatchObject({
    name: 'notes.txt',
    pathName: 'notes.txt',
    ownerId: owner.id,
    size: 12,
    contentType: 'text/plain',
    createdAt: server.clock.now(),
  })
  expect(attachmentAt(server.organization.db, pathId(attachment))).toEqual(attachment)
  expect(await fileStore(server.organization).content(attachment.key).text()).toBe('What it says')
  expect(filesIn(incoming(server))).toEqual([])
})

test('names: any is shown as it was sent as far as that is safe, and none leads anywhere', () => {
  const names: [sent: string, shown: string, inPath: string][] = [
    ['photo.jpg', 'photo.jpg', 'photo.jpg'],
    ['My résumé (final) [2].pdf', 'My résumé (final) [2].pdf', 'My-resume-final-2.pdf'],
    ['отчёт.pdf', 'отчёт.pdf', 'uploaded-file.pdf'],
    ['写真', '写真', 'uploaded-file'],
    ['../../etc/passwd', 'passwd', 'passwd'],
    ['C:\\temp\\a.txt', 'a.txt', 'a.txt'],
    ['..', 'uploaded-file', 'uploaded-file'],
    ['.', 'uploaded-file', 'uploaded-file'],
    ['', 'uploaded-file', 'uploaded-file'],
    ['a/', 'uploaded-file', 'uploaded-file'],
    [' \u200b ', 'uploaded-file', 'uploaded-file'],
    ['.bashrc', '.bashrc', 'uploaded-file.bashrc'],
    ['archive.tar.gz', 'archive.tar.gz', 'archive.tar.gz'],
    ['a..b...txt', 'a..b...txt', 'a.b.txt'],
    ['new\r\nX-Evil: 1.txt', 'newX-Evil: 1.txt', 'newX-Evil-1.txt'],
    ['photo\u202egpj.exe', 'photogpj.exe', 'photogpj.exe'],
    ['a\0b.txt', 'ab.txt', 'ab.txt'],
    ['half \ud800.txt', 'half \ufffd.txt', 'half.txt'],
    ['"quoted"; x=y.txt', '"quoted"; x=y.txt', 'quoted-x-y.txt'],
    ['%2e%2e%2f.txt', '%2e%2e%2f.txt', '2e-2e-2f.txt'],
    ['a?b#c.txt', 'a?b#c.txt', 'a-b-c.txt'],
    ['x.exe ', 'x.exe', 'x.exe'],
  ]
  for (const [sent, shown, inPath] of names) {
    expect([sent, shownName(sent), pathName(shownName(sent))]).toEqual([sent, shown, inPath])
  }
  const long = shownName(`${'ü'.repeat(300)}.jpeg`)
  expect([Array.from(long).length, long.endsWith('ü.jpeg')]).toEqual([255, true])
  expect(pathName(long)).toBe(`${'u'.repeat(80)}.jpeg`)
  expect(shownName('x'.repeat(100_000))).toHaveLength(255)
})

test('types: by what is in a file, whatever it is called, and nothing is a page or a script', async () => {
  const zip = 'PK\x03\x04\x14\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x05\0\0\0a.txt'
  const contents: [content: string | Uint8Array<ArrayBuffer>, type: string][] = [
    [new Uint8Array(png(2, 2, plain(red))), 'image/png'],
    ['GIF89a\x01\0\x01\0\0\0\0;', 'image/gif'],
    ['%PDF-1.4\nall in ASCII', 'application/pdf'],
    [zip, 'application/zip'],
    ['', 'text/plain'],
    ['Grüße\n\tan alle\r\n', 'text/plain'],
    ['BMW is no bitmap', 'text/plain'],
    ['<!doctype html><script>alert(1)</script>', 'text/plain'],
    ['<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>', 'text/plain'],
    ['<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'text/plain'],
    ['#!/bin/sh\nrm -rf /', 'text/plain'],
    ['\0\x01\x02', 'application/octet-stream'],
    [
      new Uint8Array([0xff, 0xfe, 0x3c, 0, 0x3f, 0, 0x78, 0, 0x6d, 0, 0x6c, 0, 0x20, 0]),
      'application/octet-stream',
    ],
    [new Uint8Array([0xc3]), 'application/octet-stream'],
    [`${'é'.repeat(200_000)}`, 'text/plain'],
    [`a${'é'.repeat(200_000)}`, 'text/plain'],
  ]
  for (const [content, type] of contents) {
    expect([content, await detectType(new Blob([content]))]).toEqual([content, type])
  }
})

test('what is under way counts for the quota: two that fit alone do not fit together', async () => {
  const small = await TestServer.start({
    rules: { ...defaultRules, maxFileUploadSizeMib: 1, uploadQuotaMib: 2 },
  })
  const mib = 1024 * 1024
  const { organization } = small
  expect(() => takeSpace(organization, mib + 1)).toThrow('larger than the allowed maximum of 1 MiB')
  const first = takeSpace(organization, mib)
  const second = takeSpace(organization, 1000)
  second.grow(mib)
  expect(() => takeSpace(organization, 1)).toThrow('quota')
  second.release()
  second.release()
  const third = takeSpace(organization, mib)
  expect(() => takeSpace(organization, 1)).toThrow('quota')
  first.release()
  third.release()
  await stored(small, new Uint8Array(mib))
  await stored(small, new Uint8Array(mib))
  const refused = await stored(small, 'x').catch((error: unknown) => error)
  expect(refused).toMatchObject({ code: 'REALM_UPLOAD_QUOTA' })
  const tooLarge = await stored(small, new Uint8Array(mib + 1)).catch((error: unknown) => error)
  expect(tooLarge).toMatchObject({ code: 'PAYLOAD_TOO_LARGE' })
  expect(filesIn(incoming(small))).toEqual([])
  expect(filesIn(join(organization.folder, 'uploads'))).toHaveLength(2)
  await small.stop()
})

test('what all files take is told as it is, whatever was undone', async () => {
  const inTable = () =>
    server.organization.db.orm
      .select({ bytes: sum(attachments.size) })
      .from(attachments)
      .get()?.bytes ?? ''
  const asTold = () => String(spaceUsed(server.organization))
  const { id } = await stored(server, 'a'.repeat(100))
  expect(asTold()).toBe(inTable())
  const failing = async () => {
    const path = await temporaryFile(server.organization)
    writeFileSync(path, 'b')
    return finishUpload(server.organization, userOf(server), { path, name: 'b', size: 1 }, undefined, () => {
      throw new Error('No')
    })
  }
  const outcomes = await Promise.allSettled([
    stored(server, 'cc'),
    failing(),
    stored(server, 'ddd'),
    failing(),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected'])
  expect(asTold()).toBe(inTable())
  await server.restart()
  await server.organization.write((tx) => deleteAttachments(tx, [id]))
  expect(asTold()).toBe(inTable())
})

test('somebody who was deactivated while the file came adds nothing', async () => {
  const path = await temporaryFile(server.organization)
  writeFileSync(path, 'late')
  const before = filesIn(join(server.organization.folder, 'uploads')).length
  const late = await server.addPerson('Late')
  const user = directory(server.organization).byId.get(late.id)
  if (!user) throw new Error('Nobody there')
  await owner.delete(`/users/${late.id}`)
  const refused = await finishUpload(server.organization, user, { path, name: 'a', size: 4 }).catch(
    (error: unknown) => error,
  )
  expect(refused).toMatchObject({ code: 'USER_DEACTIVATED' })
  expect(filesIn(join(server.organization.folder, 'uploads'))).toHaveLength(before - 1)
})

test('what a crash has left is removed at the next start, and what has its row stays', async () => {
  const crashed = await TestServer.start()
  const kept = await stored(crashed, 'kept')
  const folder = incoming(crashed)
  mkdirSync(folder, { recursive: true })
  // In the middle of receiving; after the content was stored but before the row; after the row.
  writeFileSync(join(folder, 'half.part'), 'half of')
  const orphan = 'orphanorphanorphanorphan'
  writeFileSync(join(folder, 'source'), 'nobody knows me')
  await fileStore(crashed.organization).keep(orphan, join(folder, 'source'))
  writeFileSync(join(folder, orphan), 'nobody knows me')
  writeFileSync(join(folder, kept.key), 'kept')
  await crashed.restart()
  await crashed.advance(1000)
  expect(filesIn(folder)).toEqual([])
  expect(await fileStore(crashed.organization).content(orphan).exists()).toBe(false)
  expect(await fileStore(crashed.organization).content(kept.key).text()).toBe('kept')
  // What comes in meanwhile is not left over, however long it takes.
  const path = await temporaryFile(crashed.organization)
  writeFileSync(path, 'slow')
  await crashed.advance(24 * 3600 * 1000)
  expect(existsSync(path)).toBe(true)
  await crashed.stop()
})
