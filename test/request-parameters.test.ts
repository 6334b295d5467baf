// Parameters as they come: in the query, a form, multipart or JSON; bounds, what can't be read, earlier names (contract 1, 9).
import { describe, expect, test } from 'bun:test'
import { anonymous, type Reply } from './support/client'
import { rawRequest } from './support/raw-request'
import { scenario } from './support/scenario'

const { server, owner } = await scenario({})

const codeOf = (reply: Reply) => [reply.status, reply.body['code']]

describe('parameters', () => {
  const form = (body: RequestInit['body'], type?: string, who = owner) =>
    who.request('/users/me/alert_words', {
      method: 'POST',
      ...(body === undefined ? {} : { body }),
      headers: type === undefined ? {} : { 'content-type': type },
    })
  const words = encodeURIComponent('["one"]')

  test('come in the query, the form or multipart; the form wins, and the last of two', async () => {
    const multipart = new FormData()
    multipart.set('alert_words', '["three"]')
    for (const [reply, word] of [
      [await owner.request(`/users/me/alert_words?alert_words=${words}`, { method: 'POST' }), 'one'],
      [await form(`alert_words=${words.replace('one', 'two')}`, 'application/x-www-form-urlencoded'), 'two'],
      [await form(multipart), 'three'],
      [
        await owner.request(`/users/me/alert_words?alert_words=${words}`, {
          method: 'POST',
          body: new URLSearchParams([
            ['alert_words', '["no"]'],
            ['alert_words', '["four"]'],
          ]),
        }),
        'four',
      ],
    ] as const) {
      expect(reply.body['alert_words']).toContain(word)
      await owner.delete('/users/me/alert_words', { alert_words: [word] })
    }
    expect((await owner.get('/users/me/alert_words')).body['alert_words']).toEqual([])
  })

  test('come in a JSON object, lists and objects natively or as JSON text', async () => {
    const json = (method: string, path: string, body: object) =>
      owner.request(path, {
        method,
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json; charset=utf-8' },
      })
    for (const alert_words of [['five'], '["five"]']) {
      const reply = await json('POST', '/users/me/alert_words?alert_words=[]', { alert_words, colour: 'red' })
      expect(reply.body).toMatchObject({ alert_words: ['five'], ignored_parameters_unsupported: ['colour'] })
      expect((await json('DELETE', '/users/me/alert_words', { alert_words })).body['alert_words']).toEqual([])
    }
    const settings = {
      twenty_four_hour_time: true,
      web_font_size_px: 17,
      default_language: 'de',
      full_name: null,
    }
    expect((await json('PATCH', '/settings', settings)).body['result']).toBe('success')
    const wrong = await json('PATCH', '/settings', { default_language: 5 })
    expect([wrong.body['code'], wrong.body['var_name']]).toEqual([
      'REQUEST_VARIABLE_INVALID',
      'default_language',
    ])
    const { body } = await json('POST', '/register', { event_types: ['user_settings'] })
    expect(body['user_settings']).toMatchObject({
      twenty_four_hour_time: true,
      web_font_size_px: 17,
      default_language: 'de',
    })
  })

  test('of GET are those of the query alone', async () => {
    const answer = await rawRequest(
      server.server.port,
      `GET /api/v1/users/me?a=1 HTTP/1.1\r\nHost: x\r\nAuthorization: ${owner.authorization}\r\n` +
        'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 3\r\n\r\nb=2',
    )
    expect(answer).toContain('"ignored_parameters_unsupported":["a"]')
  })

  test('go by their earlier names too, where clients still send these', async () => {
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'old names' }] })
    const message = { type: 'stream', to: 'old names', content: 'Hello' }
    const topicOf = async (id: unknown) => {
      const { body } = await owner.get(`/messages/${String(id)}`)
      return body['message']
    }
    const { body } = await owner.post('/messages', { ...message, subject: 'before' })
    expect(body).not.toHaveProperty('ignored_parameters_unsupported')
    expect(await topicOf(body['id'])).toMatchObject({ subject: 'before' })
    await owner.patch(`/messages/${String(body['id'])}`, { subject: 'after' })
    expect(await topicOf(body['id'])).toMatchObject({ subject: 'after' })
    const both = await owner.post('/messages', { ...message, subject: 'old', topic: 'new' })
    expect(await topicOf(both.body['id'])).toMatchObject({ subject: 'new' })
    const direct = { type: 'private', to: [owner.id] }
    expect((await owner.post('/messages', { ...direct, content: 'Hello' })).status).toBe(200)
    expect((await owner.post('/typing', { ...direct, op: 'start' })).status).toBe(200)
  })

  test('that a call does not support are listed, not refused', async () => {
    const reply = await owner.get('/users/me', { colour: 'red', client: 'me', 'a b': 1 })
    expect(reply.body['ignored_parameters_unsupported']).toEqual(['colour', 'a b'])
  })

  test('that can’t be read are refused, with a reason', async () => {
    const urlencoded = 'application/x-www-form-urlencoded; charset=UTF-8'
    const many = Array.from({ length: 1001 }, (_, index) => `p${index}=1`).join('&')
    const bytes = (...values: number[]) => new Uint8Array(values)
    for (const [reply, code, message] of [
      [await form('alert_words=%zz', urlencoded), 'REQUEST_VARIABLE_INVALID', 'alert_words'],
      [await form('alert_words=%ff', urlencoded), 'REQUEST_VARIABLE_INVALID', 'alert_words'],
      [await form('%zz=1', urlencoded), 'BAD_REQUEST', 'percent-encoding'],
      [await form(bytes(0x61, 0x3d, 0xff), urlencoded), 'BAD_REQUEST', 'UTF-8'],
      [await form(many, urlencoded), 'BAD_REQUEST', 'Too many parameters'],
      [await form('alert_words: []', 'application/yaml'), 'BAD_REQUEST', 'application/yaml'],
      [await form('["alert_words"]', 'application/json'), 'BAD_REQUEST', 'JSON object'],
      [await form('{"alert_words":', 'application/json'), 'BAD_REQUEST', 'JSON object'],
      [await form('{"alert_words":{"0":"one"}}', 'application/json'), 'REQUEST_VARIABLE_INVALID', 'array'],
      [
        await form('{"alert_words":["\\u0000"]}', 'application/json'),
        'REQUEST_VARIABLE_INVALID',
        'alert_words',
      ],
      [await form('x', 'multipart/form-data'), 'BAD_REQUEST', 'multipart'],
      [await form('--x\r\nbroken', 'multipart/form-data; boundary=x'), 'BAD_REQUEST', 'multipart'],
      [
        await form(`alert_words=${'['.repeat(10_000)}`, urlencoded),
        'REQUEST_VARIABLE_INVALID',
        'alert_words',
      ],
      [await form('alert_words=["%00"]', urlencoded), 'REQUEST_VARIABLE_INVALID', 'alert_words'],
      [await form('alert_words=["\\ud800"]', urlencoded), 'REQUEST_VARIABLE_INVALID', 'alert_words'],
      [await owner.request('/users?client_gravatar=%zz'), 'REQUEST_VARIABLE_INVALID', 'client_gravatar'],
      [await owner.request('/users/%zz'), 'REQUEST_VARIABLE_INVALID', 'user_id'],
      [await owner.request('/users/%ff'), 'REQUEST_VARIABLE_INVALID', 'user_id'],
    ] as const) {
      expect([codeOf(reply), reply.body['msg']]).toEqual([[400, code], expect.stringContaining(message)])
    }
    expect((await owner.get('/users/me/alert_words')).body['alert_words']).toEqual([])
  })

  test('are not looked at before it is clear who asks', async () => {
    const reply = await anonymous(server.url, '/users/me/alert_words?alert_words=%zz', { method: 'POST' })
    expect(codeOf(reply)).toEqual([401, 'UNAUTHORIZED'])
  })

  test('may take 64 KiB, a MiB where texts or long lists are meant; the form makes no difference', async () => {
    const sized = (path: string, size: number, type = 'application/x-www-form-urlencoded') =>
      owner.request(path, { method: 'POST', body: 'x'.repeat(size), headers: { 'content-type': type } })
    for (const [path, size] of [
      ['/typing', 64 * 1024],
      ['/fetch_api_key', 64 * 1024],
      ['/register', 64 * 1024],
      ['/messages', 1024 * 1024],
      ['/users/me/subscriptions/properties', 1024 * 1024],
    ] as const) {
      expect([path, (await sized(path, size)).status]).not.toEqual([path, 413])
      for (const type of ['application/x-www-form-urlencoded', 'application/json', 'multipart/form-data']) {
        expect([path, ...codeOf(await sized(path, size + 1, type))]).toEqual([path, 413, 'PAYLOAD_TOO_LARGE'])
      }
    }
  })

  test('with more in them than any call needs are refused before they are parsed', async () => {
    const json = 'application/json'
    const members = Array.from({ length: 20_001 }, (_, index) => `"${index}":0`).join(',')
    const nested = '['.repeat(20_000) + ']'.repeat(20_000)
    for (const [type, body] of [
      [undefined, `alert_words=[${'{},'.repeat(20_001)}{}]`],
      [undefined, `alert_words={${members}}`],
      [undefined, `alert_words=${nested}`],
      [json, `{${members}}`],
      [json, `{"alert_words":${nested}}`],
      [json, `{"alert_words":${'{"a":'.repeat(20_000)}`],
    ] as const) {
      const reply = await form(body, type ?? 'application/x-www-form-urlencoded')
      expect([reply.status, reply.body['msg']]).toEqual([400, expect.stringContaining('too much in it')])
    }
    // What is text is no part, whatever it looks like.
    const word = `${'[{:'.repeat(30)}\\"\\\\`
    const words = JSON.stringify(Array.from({ length: 900 }, () => word))
    expect(
      (await form(`alert_words=${encodeURIComponent(words)}`, 'application/x-www-form-urlencoded')).status,
    ).toBe(200)
    expect((await form(`{"alert_words":${words}}`, json)).body['alert_words']).toEqual([word])
    await owner.delete('/users/me/alert_words', { alert_words: [word] })
    expect((await form('a&'.repeat(1001), 'application/x-www-form-urlencoded')).body['msg']).toStartWith(
      'Too many',
    )
  })

  test('in a body over the limit are not read', async () => {
    const big = new Uint8Array(11 * 1024 * 1024)
    expect(codeOf(await form(big, 'application/x-www-form-urlencoded'))).toEqual([413, 'PAYLOAD_TOO_LARGE'])
    const stream = new ReadableStream({
      start(controller) {
        for (let index = 0; index < 11; index++) controller.enqueue(new Uint8Array(1024 * 1024))
        controller.close()
      },
    })
    expect(codeOf(await form(stream, 'application/x-www-form-urlencoded'))).toEqual([
      413,
      'PAYLOAD_TOO_LARGE',
    ])
    // Refused by its head alone, before anything is sent.
    const head = await rawRequest(
      server.server.port,
      `POST /api/v1/users/me/alert_words HTTP/1.1\r\nHost: x\r\nAuthorization: ${owner.authorization}\r\n` +
        'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 99999999\r\n\r\n',
    )
    expect(head).toStartWith('HTTP/1.1 413')
  })
})

describe('the name of the client', () => {
  const clientOf = async (client: string) => {
    const { body } = await owner.post('/messages', {
      type: 'direct',
      to: [owner.id],
      content: 'Hello',
      client,
    })
    return (await owner.get(`/messages/${String(body['id'])}`)).body['message']
  }

  test('is cut between characters', async () => {
    expect(await clientOf('👍'.repeat(101))).toMatchObject({ client: '👍'.repeat(100) })
    expect(await clientOf(`a${'👍'.repeat(60)}`)).toMatchObject({ client: `a${'👍'.repeat(60)}` })
  })
})
