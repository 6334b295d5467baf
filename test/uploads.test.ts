// Uploading over HTTP: any form with one file, within limits, as a stream; and nothing is left of what is cut off.
import { expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { fileStore } from '../src/file-store/file-store'
import { attachmentsOf } from '../src/attachments/repository'
import { defaultRules } from '../src/organization/rules'
import type { Client, Reply } from './support/client'
import { register } from './support/law'
import { rawRequest } from './support/raw-request'
import { addPeople, scenario } from './support/scenario'
import { TestServer } from './support/server'

const { server, owner } = await scenario({})
const mib = 1024 * 1024
const multipart = 'multipart/form-data; boundary=edge'

/** What is on disk of files: contents that are stored, and what is coming in. */
function onDisk({ organization }: TestServer) {
  const uploads = join(organization.folder, 'uploads')
  const names = existsSync(uploads) ? readdirSync(uploads, { recursive: true, withFileTypes: true }) : []
  const files = names
    .filter((entry) => entry.isFile())
    .map(({ parentPath }) => parentPath.endsWith('/incoming'))
  return { stored: files.filter((is) => !is).length, incoming: files.filter(Boolean).length }
}

function part(disposition: string, content: string): string {
  return `--edge\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`
}

const send = (
  who: Client,
  body: string | ReadableStream<Uint8Array>,
  contentType = multipart,
): Promise<Reply> =>
  who.request('/user_uploads', { method: 'POST', body, headers: { 'content-type': contentType } })

test('a file is stored whatever its field is called, and answered with its address and its name', async () => {
  for (const field of ['file', 'filename', 'f[]', '']) {
    const reply = await owner.upload('/user_uploads', Buffer.from('hello'), { name: 'Zitat [1].txt', field })
    const url = expect.stringMatching(/^\/user_uploads\/1\/[\w-]{24}\/Zitat-1\.txt$/)
    expect(reply).toMatchObject({
      status: 200,
      body: { result: 'success', msg: '', url, uri: url, filename: 'Zitat [1].txt' },
    })
    expect(reply.body['uri']).toBe(reply.body['url'])
    expect(reply.body).not.toHaveProperty('ignored_parameters_unsupported')
    const [attachment] = attachmentsOf(server.organization.db, owner.id)
    expect(
      await fileStore(server.organization)
        .content(attachment?.key ?? '')
        .text(),
    ).toBe('hello')
  }
})

test('the owner is told by an event, and others are not', async () => {
  const { ann } = await addPeople(server, { ann: 'member' })
  const states = [await register(owner), await register(ann)]
  const { body } = await owner.upload('/user_uploads', Buffer.from('hello'), { name: 'told.txt' })
  const [told, other] = await Promise.all(
    [owner, ann].map(async (who, index) => {
      const queue = { queue_id: states[index]?.['queue_id'], last_event_id: -1, dont_block: true }
      return (await who.get('/events', queue)).body['events']
    }),
  )
  expect(told).toMatchObject([
    {
      type: 'attachment',
      op: 'add',
      attachment: {
        name: 'told.txt',
        path_id: String(body['url']).replace('/user_uploads/', ''),
        size: 5,
        create_time: server.clock.now(),
        messages: [],
      },
      upload_space_used: expect.any(Number),
    },
  ])
  expect(other).toEqual([])
})

test('names and encodings of senders: all that is well-formed is understood', async () => {
  const cases: [disposition: string, filename: string][] = [
    ['name="f"; filename="plain.txt"', 'plain.txt'],
    ['name="f"; filename=""', 'uploaded-file'],
    ['name="f"; filename="../../up.txt"', 'up.txt'],
    ['name="f"; filename="C:\\\\temp\\\\a.txt"', 'a.txt'],
    ['name="f"; filename="Übergröße.txt"', 'Übergröße.txt'],
    ['name="f"; filename*=utf-8\'\'%e2%82%ac%20rates.txt', '€ rates.txt'],
    ['name="f"; filename="photo\u202egpj.exe"', 'photogpj.exe'],
    ['filename="no field.txt"', 'no field.txt'],
  ]
  for (const [disposition, filename] of cases) {
    const reply = await send(owner, `${part(disposition, 'x')}--edge--\r\n`)
    expect([disposition, reply.status, reply.body['filename']]).toEqual([disposition, 200, filename])
  }
  const quoted = await send(
    owner,
    `${part('name="f"; filename="a.txt"', 'x')}--edge--`,
    'Multipart/Form-Data; Boundary="edge"',
  )
  expect(quoted.status).toBe(200)
  // What is in a file may look like the edge of a part.
  const tricky = `\r\n--edg\r\n--edge\r\n-${'\r\n--'.repeat(1000)}`
  await owner.upload('/user_uploads', Buffer.from(tricky), { name: 'tricky' })
  const [attachment] = attachmentsOf(server.organization.db, owner.id)
  expect(
    await fileStore(server.organization)
      .content(attachment?.key ?? '')
      .text(),
  ).toBe(tricky)
})

test('fields beside the file are named as ignored', async () => {
  const reply = await owner.upload('/user_uploads', Buffer.from('x'), { name: 'a', topic: 'b' })
  expect(reply.body).toMatchObject({ result: 'success', ignored_parameters_unsupported: ['topic'] })
})

test('what is no form with one file is refused, and nothing is left of it', async () => {
  const before = onDisk(server)
  const file = (name: string): string => part(`name="${name}"; filename="${name}"`, 'x')
  const cases: [body: string, contentType?: string][] = [
    [''],
    ['garbage'],
    ['--edge--\r\n'],
    [part('name="text"', 'no file') + '--edge--\r\n'],
    [file('a') + file('b') + '--edge--\r\n'],
    [file('a')],
    [file('a').slice(0, -4)],
    [part('name="a"; filename="a"', 'x').replace('--edge', '--other') + '--edge--\r\n'],
    ['x'.repeat(70_000) + '\r\n' + file('a') + '--edge--\r\n'],
    [file('a') + '--edge--\r\n' + 'x'.repeat(70_000)],
    [file('a') + part('name="long"', 'x'.repeat(70_000)) + '--edge--\r\n'],
    [
      file('a') +
        Array.from({ length: 200 }, (_, index) => part(`name="${index}"`, '')).join('') +
        '--edge--\r\n',
    ],
    [file('a') + '--edge--\r\n', 'multipart/form-data'],
    [file('a') + '--edge--\r\n', 'multipart/mixed; boundary=edge'],
    [file('a') + '--edge--\r\n', 'text/plain'],
    ['filename=a', 'application/x-www-form-urlencoded'],
    ['{"filename":"a"}', 'application/json'],
  ]
  for (const [body, contentType] of cases) {
    const reply = await send(owner, body, contentType)
    expect([body.slice(0, 200), contentType, reply.status, reply.body['code']]).toEqual([
      body.slice(0, 200),
      contentType,
      400,
      'BAD_REQUEST',
    ])
  }
  expect(onDisk(server)).toEqual(before)
})

test('a file that is too large is refused: before it is read where its length is declared, else as soon as it is over', async () => {
  const small = await TestServer.start({ rules: { ...defaultRules, maxFileUploadSizeMib: 1 } })
  const refusal = {
    status: 413,
    body: { result: 'error', code: 'PAYLOAD_TOO_LARGE', msg: expect.stringContaining('1 MiB') },
  }
  expect((await register(small.owner))['max_file_upload_size_mib']).toBe(1)
  const fits = await small.owner.upload('/user_uploads', new Uint8Array(mib))
  expect(fits.status).toBe(200)
  expect(await small.owner.upload('/user_uploads', new Uint8Array(mib + 1))).toMatchObject(refusal)
  expect(await small.owner.upload('/user_uploads', new Uint8Array(10 * mib))).toMatchObject(refusal)
  // Not a byte of this body is ever sent.
  const declared = await rawRequest(
    small.server.port,
    `${requestHead(small.owner)}Content-Length: 90000000\r\n\r\n`,
  )
  expect(declared).toStartWith('HTTP/1.1 413')
  expect(declared).toContain('PAYLOAD_TOO_LARGE')
  // An endless one, of which no length is declared.
  let sent = 0
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(
        sent === 0 ? Buffer.from(part('name="f"; filename="a"', '').slice(0, -2)) : new Uint8Array(64 * 1024),
      )
      sent++
    },
  })
  expect(await send(small.owner, endless)).toMatchObject(refusal)
  expect(onDisk(small)).toEqual({ stored: 1, incoming: 0 })
  await small.stop()
})

test('there may be no limit at all', async () => {
  const unlimited = await TestServer.start({ rules: { ...defaultRules, maxFileUploadSizeMib: 0 } })
  expect((await register(unlimited.owner))['max_file_upload_size_mib']).toBe(0)
  expect((await unlimited.owner.upload('/user_uploads', new Uint8Array(101 * mib))).status).toBe(200)
  await unlimited.stop()
})

test('the quota holds for all files of the organization together, also for those side by side', async () => {
  const tight = await TestServer.start({ rules: { ...defaultRules, uploadQuotaMib: 3 } })
  expect((await register(tight.owner))['realm_upload_quota_mib']).toBe(3)
  const replies = await Promise.all(
    Array.from({ length: 8 }, () => tight.owner.upload('/user_uploads', new Uint8Array(mib))),
  )
  const codes = replies.map(({ body }) => body['code'] ?? 'stored').toSorted()
  expect(codes).toEqual([
    ...Array.from({ length: 5 }, () => 'REALM_UPLOAD_QUOTA'),
    ...Array.from({ length: 3 }, () => 'stored'),
  ])
  expect(onDisk(tight)).toEqual({ stored: 3, incoming: 0 })
  await tight.stop()
})

test('who has no right to upload is refused before the body is read', async () => {
  const { port } = server.server
  const head =
    'POST /api/v1/user_uploads HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=edge\r\nContent-Length: 1000\r\n'
  expect(await rawRequest(port, `${head}\r\n`)).toStartWith('HTTP/1.1 401')
  const limited = await TestServer.start({ userRateLimit: { limit: 1, windowSeconds: 60 } })
  expect((await limited.owner.get('/users/me')).status).toBe(200)
  const late = await rawRequest(
    limited.server.port,
    `${requestHead(limited.owner)}Content-Length: 1000\r\n\r\n`,
  )
  expect(late).toStartWith('HTTP/1.1 429')
  await limited.stop()
})

test('of an upload whose sender goes away nothing is left, and others come through meanwhile', async () => {
  const before = onDisk(server)
  const socket = connect(server.server.port, '127.0.0.1')
  const body = part('name="f"; filename="a"', 'x'.repeat(mib)).slice(0, -2)
  socket.write(`${requestHead(owner)}Content-Length: ${10 * mib}\r\n\r\n${body}`)
  while (onDisk(server).incoming === 0) await new Promise((resolve) => setImmediate(resolve))
  const other = await owner.upload('/user_uploads', Buffer.from('meanwhile'))
  expect(other.status).toBe(200)
  socket.destroy()
  while (onDisk(server).incoming > 0) await new Promise((resolve) => setImmediate(resolve))
  expect(onDisk(server)).toEqual({ stored: before.stored + 1, incoming: 0 })
})

test('nobody has more than so many uploads under way, and others are not held up by them', async () => {
  const { cleo, dan } = await addPeople(server, { cleo: 'member', dan: 'member' })
  const before = onDisk(server).incoming
  const sockets = Array.from({ length: 64 }, () => {
    const socket = connect(server.server.port, '127.0.0.1')
    socket.write(`${requestHead(cleo)}Content-Length: 5000\r\n\r\n${part('name="f"; filename="a"', '')}`)
    return socket
  })
  while (onDisk(server).incoming < before + 64) await new Promise((resolve) => setImmediate(resolve))
  expect(await cleo.upload('/user_uploads', Buffer.from('one more'))).toMatchObject({
    status: 429,
    body: { code: 'RATE_LIMIT_HIT' },
  })
  expect((await dan.upload('/user_uploads', Buffer.from('of another'))).status).toBe(200)
  for (const socket of sockets) socket.destroy()
  while (onDisk(server).incoming > before) await new Promise((resolve) => setImmediate(resolve))
  expect((await cleo.upload('/user_uploads', Buffer.from('again'))).status).toBe(200)
})

function requestHead({ authorization }: Client): string {
  return `POST /api/v1/user_uploads HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Type: ${multipart}\r\n`
}
