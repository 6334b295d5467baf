// Resumable uploads: what tus 1.0.0 and browsers have to hear, and garbage, which is refused and changes nothing.
import { describe, expect, test } from 'bun:test'
import { defaultRules } from '../src/organization/rules'
import { scenario } from './support/scenario'
import { contentAt, named, Tus, unfinishedFiles, type HeaderFields, type TusReply } from './support/tus'

const rules = { ...defaultRules, maxFileUploadSizeMib: 1 }
const { server, ann } = await scenario({ ann: 'member' }, { rules })
const mib = 1024 * 1024
const tus = new Tus(server.url, { authorization: ann.authorization })

describe('What browsers and clients learn', () => {
  test('pages of other sites may call, and read what they need', async () => {
    for (const path of ['/api/v1/tus', '/api/v1/tus/0123', '/json/tus']) {
      const answer = await fetch(server.url + path, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://elsewhere.example',
          'access-control-request-method': 'PATCH',
          'access-control-request-headers': 'authorization,tus-resumable,upload-offset',
        },
      })
      expect([answer.status, Object.fromEntries(answer.headers)]).toMatchObject([
        204,
        {
          'access-control-allow-origin': '*',
          'access-control-allow-methods': expect.stringContaining('PATCH'),
          'access-control-allow-headers': 'authorization,tus-resumable,upload-offset',
          'tus-resumable': '1.0.0',
          'tus-version': '1.0.0',
          'tus-max-size': String(mib),
          'tus-checksum-algorithm': 'sha1,sha256,sha512,md5',
        },
      ])
      expect(answer.headers.get('tus-extension')?.split(',')).toEqual(
        expect.arrayContaining(['creation', 'termination', 'expiration', 'checksum']),
      )
    }
    const origin = { origin: 'https://elsewhere.example' }
    const begun = await tus.post({ 'upload-length': '1', ...origin })
    const refused = await tus.patch(begun.headers.get('location') ?? '', 1, '', origin)
    for (const { headers } of [begun, refused]) {
      expect(headers.get('access-control-allow-origin')).toBe('*')
      const exposed = headers.get('access-control-expose-headers')?.split(', ')
      expect(exposed).toEqual(
        expect.arrayContaining([
          'Location',
          'Upload-Offset',
          'Upload-Length',
          'Tus-Resumable',
          'Retry-After',
        ]),
      )
      expect(headers.get('tus-resumable')).toBe('1.0.0')
    }
  })

  test('a version other than 1.0.0 is refused with those there are', async () => {
    for (const version of ['0.2.2', '2.0.0', 'one']) {
      const reply = await tus.post({ 'upload-length': '1', 'tus-resumable': version })
      expect([reply.status, reply.headers.get('tus-version'), reply.body['code']]).toEqual([
        412,
        '1.0.0',
        'BAD_REQUEST',
      ])
    }
    const none = await fetch(`${server.url}/api/v1/tus`, { method: 'POST', headers: tus.credentials })
    expect(none.status).toBe(412)
  })
})

describe('Garbage', () => {
  test('begins nothing', async () => {
    const length = { 'upload-length': '5' }
    const cases: [HeaderFields, number][] = [
      [{}, 400],
      [{ ...length, 'upload-defer-length': '1' }, 400],
      [{ 'upload-defer-length': '2' }, 400],
      ...['-1', '1.5', 'five', '1e3', '0x10', '99999999999999999999', ' '].map(
        (text): [HeaderFields, number] => [{ 'upload-length': text }, 400],
      ),
      ...['filename !', 'filename a b', ',', 'a YQ==,a YQ==', 'é YQ=='].map(
        (text): [HeaderFields, number] => [{ ...length, 'upload-metadata': text }, 400],
      ),
      [{ ...length, ...named('x'.repeat(4000)) }, 400],
      [{ ...length, 'upload-concat': 'partial' }, 501],
      [{ 'upload-length': String(mib + 1) }, 413],
      [{ 'upload-length': String(Number.MAX_SAFE_INTEGER) }, 413],
    ]
    const before = await rows()
    for (const [headers, status] of cases) {
      const reply = await tus.post(headers)
      expect([headers, reply.status]).toEqual([headers, status])
      expect(reply.body).toMatchObject({
        result: 'error',
        code: status === 413 ? 'PAYLOAD_TOO_LARGE' : 'BAD_REQUEST',
      })
    }
    // Nor does what begins with a part that is not taken: nobody learns where it is.
    const part = { 'content-type': 'application/offset+octet-stream' }
    const sum = { 'upload-checksum': `sha1 ${btoa('nonsense')}` }
    const notTaken = [
      await tus.post({ ...length, ...part }, 'too much'),
      await tus.post({ ...length, ...part, ...sum }, 'hello'),
    ]
    expect(notTaken.map(({ status }) => status)).toEqual([413, 460])
    expect(await rows()).toBe(before)
    expect(unfinishedFiles(server)).toHaveLength(before)
  })

  test('changes nothing that has come', async () => {
    const path = await tus.begin(11)
    await tus.patch(path, 0, 'hello')
    const refusals: [TusReply, number][] = [
      [await tus.patch(path, 4, 'x'), 409],
      [await tus.patch(path, 6, 'x'), 409],
      [await tus.patch(path, 5, 'x', { 'upload-offset': '-5' }), 400],
      [await tus.patch(path, 5, 'x', { 'upload-offset': 'five' }), 400],
      [await tus.request('PATCH', path, { 'content-type': 'application/offset+octet-stream' }, 'x'), 400],
      [await tus.patch(path, 5, 'x', { 'content-type': 'text/plain' }), 415],
      [await tus.patch(path, 5, ' world and more'), 413],
      [await tus.patch(path, 5, 'x', { 'upload-length': '6' }), 400],
      [await tus.request('PUT', path, {}, 'x'), 405],
      [await tus.request('GET', path), 405],
      [await tus.request('GET', '/api/v1/tus'), 405],
      [await tus.head('/api/v1/tus/..%2f..%2fconfab.sqlite'), 404],
      [await tus.head('/api/v1/tus/%ff'), 400],
      [await tus.delete('/api/v1/tus/tus'), 404],
    ]
    for (const [index, [{ status }, expected]] of refusals.entries())
      expect([index, status]).toEqual([index, expected])
    // Its sender has not said how much it is, and it is too much.
    const rest = new Blob([' world and more']).stream()
    const unsaid = await fetch(server.url + path, {
      method: 'PATCH',
      headers: {
        ...tus.credentials,
        'tus-resumable': '1.0.0',
        'upload-offset': '5',
        'content-type': 'application/offset+octet-stream',
      },
      body: rest,
    })
    expect(unsaid.status).toBe(413)
    expect(await tus.offset(path)).toBe(5)
    const last = await tus.patch(path, 5, ' world')
    expect(await contentAt(ann, last)).toBe('hello world')
  })
})

async function rows(): Promise<number> {
  return server.organization.db.sqlite.query('SELECT * FROM resumable_uploads').all().length
}
