// Search: what is found in which words, marked how, and that the index follows every change (notes: narrow).
import { describe, expect, test } from 'bun:test'
import { restore } from '../src/messages/changing/editing/restoring'
import { addChannel } from './support/channels'
import { move } from './support/changed-messages'
import { item, items } from './support/law/rules'
import { eventsOf, register } from './support/law'
import { found, sendDirectly, sendToChannel } from './support/messages'
import { areRefused, invalid, missing } from './support/refusals'
import { scenario } from './support/scenario'

const { server, ann, bob, guest } = await scenario({ ann: 'member', bob: 'member', guest: 'guest Gus' })
const open = await addChannel(server.owner, 'open', [ann, bob])
const closed = await addChannel(server.owner, 'closed', [ann], { invite_only: true })

const term = (operator: string, operand: unknown, negated = false) => ({ operator, operand, negated })

/** Sends texts to a new topic, and tells which of them a search there finds. */
async function finderOf(topic: string, ...texts: readonly string[]) {
  const ids: number[] = []
  for (const text of texts) ids.push(await sendToChannel(ann, open, text, topic))
  return async (text: string) => {
    const hits = await found(bob, [term('channel', open.id), term('topic', topic), term('search', text)])
    return texts.filter((_, index) => hits.includes(ids[index] ?? 0))
  }
}

describe('what is found', () => {
  test('words in their forms, of several languages', async () => {
    const texts = [
      'we deployed it',
      'Die Bestellungen sind da',
      'trabajando mucho',
      'les chevaux',
      'новые каналы',
    ]
    const find = await finderOf('stems', ...texts)
    expect(await find('deployment')).toEqual(['we deployed it'])
    expect(await find('deploys WE')).toEqual(['we deployed it'])
    expect(await find('bestellung')).toEqual(['Die Bestellungen sind da'])
    expect(await find('trabajo')).toEqual(['trabajando mucho'])
    expect(await find('cheval')).toEqual(['les chevaux'])
    expect(await find('канал')).toEqual(['новые каналы'])
    expect(await find('deploy chevaux')).toEqual([])
  })

  test('without case, accents and widths', async () => {
    const find = await finderOf('folding', 'Äpfel in der Straße', 'ÀÉÎ fin', 'ﬁne ＷＩＤＥ', 'Σίσυφος')
    expect(await find('apfel STRASSE')).toEqual(['Äpfel in der Straße'])
    expect(await find('aei')).toEqual(['ÀÉÎ fin'])
    expect(await find('fine wide')).toEqual(['ﬁne ＷＩＤＥ'])
    expect(await find('ΣΙΣΥΦΟΣ')).toEqual(['Σίσυφος'])
  })

  test('quoted phrases exactly, in text and topic', async () => {
    const find = await finderOf('the green apples', 'to be or not', 'be to or not', 'apples fall', 'a boat')
    expect(await find('"to be"')).toEqual(['to be or not'])
    expect(await find('"TO BE" not')).toEqual(['to be or not'])
    expect(await find('"boats"')).toEqual([])
    expect(await find('boats')).toEqual(['a boat'])
    expect(await find('"green apples"')).toHaveLength(4)
    expect(await find('"apples fall"')).toEqual(['apples fall'])
    expect(await find('"green fall"')).toEqual([])
    expect(await find('green fall')).toEqual(['apples fall'])
  })

  test('in a topic by any of its names and spellings', async () => {
    const find = await finderOf('general chat', 'lunch for all')
    expect(await find('lunch')).toEqual(['lunch for all'])
    const [message = 0] = await found(bob, [term('topic', ''), term('search', 'lunch')])
    const weighing = await sendToChannel(ann, open, 'lunch is heavy', '5 ㎏')
    const search = [term('topic', '5 KG'), term('search', 'lunch')]
    expect(await found(bob, search)).toEqual([weighing])
    await move(ann, message, { topic: '㏄' })
    await move(ann, message, { topic: '㎏' })
    expect(await found(bob, [term('topic', 'kg'), term('search', 'lunch')])).toEqual([message])
  })

  test('CJK and other scripts without spaces, from one character', async () => {
    const find = await finderOf(
      'cjk',
      '東京都に住む',
      '京都へ行く',
      '회의는 내일',
      'ｶﾞｲﾄﾞを読む',
      '第3回目',
      'ภาษาไทย',
    )
    expect(await find('京都')).toEqual(['東京都に住む', '京都へ行く'])
    expect(await find('東京')).toEqual(['東京都に住む'])
    expect(await find('行')).toEqual(['京都へ行く'])
    expect(await find('회의')).toEqual(['회의는 내일'])
    expect(await find('ガイド')).toEqual(['ｶﾞｲﾄﾞを読む'])
    expect(await find('第3回')).toEqual(['第3回目'])
    expect(await find('ไทย')).toEqual(['ภาษาไทย'])
    expect(await find('都京')).toEqual([])
  })

  test('addresses, names with signs, words divided by markup, not what markup is made of', async () => {
    const texts = [
      'mail ann@example.com',
      'v1.2.3 is out',
      "Ann's idea",
      'un**believ**able',
      'a `code_word` & more',
    ]
    const find = await finderOf('signs', ...texts)
    expect(await find('ann@example.com')).toEqual(['mail ann@example.com'])
    expect(await find('example.com')).toEqual(['mail ann@example.com'])
    expect(await find('1.2.3')).toEqual([])
    expect(await find('v1.2.3')).toEqual(['v1.2.3 is out'])
    expect(await find("ann's")).toEqual(['mail ann@example.com', "Ann's idea"])
    expect(await find('unbelievable')).toEqual(['un**believ**able'])
    expect(await find('code_word')).toEqual(['a `code_word` & more'])
    for (const markup of ['strong', 'href', 'amp']) expect(await find(markup)).toEqual([])
  })

  test('nothing is syntax', async () => {
    const text = 'one NEAR two AND three'
    const find = await finderOf('syntax', text)
    const hits = ['one', 'NEAR', 'one AND', '"one near"', '{one}', 'one*', '-one', '^one', 'one"', '"one']
    for (const search of hits) expect([search, await find(search)]).toEqual([search, [text]])
    for (const search of [
      'words:one',
      '',
      '*',
      '"',
      '""',
      '" "',
      '(',
      ')',
      ';--',
      "'",
      '\\',
      'NEAR(one two)',
    ]) {
      expect([search, await find(search)]).toEqual([search, []])
    }
    expect(await find('two '.repeat(2000))).toEqual([text])
    expect(await find('OR')).toEqual([])
    const all = [term('channel', open.id), term('topic', 'syntax')]
    expect(await found(bob, [...all, term('search', '', true)])).toHaveLength(1)
    expect(await found(bob, [...all, term('search', 'one', true)])).toHaveLength(0)
  })

  test('only what one may read, with the other operators', async () => {
    const secret = await sendToChannel(ann, closed, 'xylophone secret')
    const direct = await sendDirectly(ann, [bob], 'xylophone direct')
    const shown = await sendToChannel(ann, open, 'xylophone shown')
    const all = term('search', 'xylophones')
    expect(await found(ann, [all])).toEqual([secret, direct, shown])
    expect(await found(bob, [all])).toEqual([direct, shown])
    expect(await found(guest, [all])).toEqual([])
    expect(await found(bob, [all, term('is', 'dm')])).toEqual([direct])
    expect(await found(bob, [all, term('search', 'shown')])).toEqual([shown])
    expect(await found(bob, [all, term('channel', open.id), term('sender', ann.id)])).toEqual([shown])
    expect(await found(bob, [all, term('sender', 'me')])).toEqual([])
    expect(await found(bob, [all, term('search', 'direct', true)])).toEqual([shown])
  })
})

describe('answers', () => {
  test('hits are marked in text and topic, and only in a search', async () => {
    const text = 'Boats & <b>boats</b> **boat**s ```boat```'
    const id = await sendToChannel(ann, open, text, 'Boats & <more>')
    const fetch = async (narrow: object[], more: object = {}) => {
      const range = { anchor: id, num_before: 0, num_after: 0, narrow, ...more }
      const { body } = await bob.get('/messages', range)
      return item(items(body['messages'])[0])
    }
    const plain = await fetch([])
    expect(plain).not.toHaveProperty('match_content')
    const hit = await fetch([term('search', 'boat')])
    const mark = (word: string) => `<span class="highlight">${word}</span>`
    expect(hit['content']).toBe(plain['content'])
    expect(hit['match_subject']).toBe(`${mark('Boats')} &amp; &lt;more&gt;`)
    const marked = String(hit['match_content'])
    expect(marked).toStartWith(`<p>${mark('Boats')} &amp; &lt;b&gt;${mark('boats')}&lt;/b&gt;`)
    expect(marked).toContain(`<strong>${mark('boat')}</strong>${mark('s')}`)
    expect(withoutMarks(marked)).toBe(String(plain['content']))
    const raw = await fetch([term('search', 'boat')], { apply_markdown: false })
    expect(raw).toMatchObject({ content: text, match_content: marked })
  })

  test('formulas and attributes stay whole', async () => {
    const id = await sendToChannel(
      ann,
      open,
      '[math](https://example.com/math) $$math + x$$ math',
      'formulas',
    )
    const { body } = await bob.get('/messages/matches_narrow', {
      msg_ids: [id],
      narrow: [term('search', 'math')],
    })
    const marked = String(item(item(body['messages'])[id])['match_content'])
    expect(marked.split('<span class="highlight">math</span>')).toHaveLength(3)
    const { body: plain } = await bob.get(`/messages/${id}`)
    expect(withoutMarks(marked)).toBe(String(item(plain['message'])['content']))
  })

  test('matches_narrow: those of the messages that are in the narrow', async () => {
    const secret = await sendToChannel(ann, closed, 'https://example.com')
    const link = await sendToChannel(ann, open, 'https://example.com', '')
    const other = await sendToChannel(ann, open, 'no link')
    const check = (narrow: object[], msg_ids: unknown = [other, link, link, secret, 999_999]) =>
      bob.get('/messages/matches_narrow', { msg_ids, narrow })
    const { body } = await check([term('has', 'link')])
    const messages = item(body['messages'])
    expect(Object.keys(messages)).toEqual([String(link)])
    expect(messages[link]).toMatchObject({ match_subject: 'general chat' })
    expect(item(messages[link])['match_content']).toContain('<a href="https://example.com"')
    expect((await check([term('has', 'link')], [])).body['messages']).toEqual({})
    expect(Object.keys(item((await check([])).body['messages']))).toEqual([String(link), String(other)])
    const path = '/messages/matches_narrow'
    await areRefused(bob, [
      { who: bob, method: 'get', path, parameters: { narrow: [] }, answer: missing('msg_ids') },
      { who: bob, method: 'get', path, parameters: { msg_ids: [1] }, answer: missing('narrow') },
      { who: bob, method: 'get', path, parameters: { msg_ids: 'x', narrow: [] }, answer: invalid('msg_ids') },
      {
        who: bob,
        method: 'get',
        path,
        parameters: { msg_ids: [1], narrow: [['search', 'a', 'b']] },
        answer: invalid('narrow'),
      },
      {
        who: bob,
        method: 'get',
        path,
        parameters: { msg_ids: [1], narrow: [term('search', 5)] },
        answer: { code: 'BAD_NARROW' },
      },
    ])
  })

  test('a queue that searches gets what it searches for', async () => {
    const state = await register(bob, { event_types: ['message'], narrow: [['search', 'zebras']] })
    await sendToChannel(ann, open, 'a horse')
    await sendToChannel(ann, open, 'a zebra')
    await sendToChannel(ann, open, 'a donkey', 'Zebra crossing')
    const events = await eventsOf({ person: bob, state })
    expect(events.map((event) => item(event['message'])['content'])).toEqual(['a zebra', 'a donkey'])
  })
})

describe('the index follows', () => {
  const ids = (text: string) => found(ann, [term('search', text)])

  test('edits', async () => {
    const id = await sendToChannel(ann, open, 'a quokka')
    await ann.patch(`/messages/${id}`, { content: 'a wombat' })
    expect(await ids('quokka')).toEqual([])
    expect(await ids('wombat')).toEqual([id])
  })

  test('moves: to other topics, into one another, to other channels, and marks', async () => {
    const first = await sendToChannel(ann, open, 'first', 'kiwi')
    const second = await sendToChannel(ann, open, 'second', 'kiwi')
    const there = await sendToChannel(ann, open, 'there', 'mango')
    await move(ann, first, { topic: 'mango', propagate_mode: 'change_all' })
    expect(await ids('kiwi')).toEqual([])
    expect(await ids('mango')).toEqual([first, second, there])
    await move(ann, second, { stream_id: closed.id, topic: 'papaya', propagate_mode: 'change_later' })
    expect(await ids('mango')).toEqual([first])
    const papaya = term('search', 'papaya')
    expect(await found(ann, [term('channel', closed.id), papaya])).toEqual([second, there])
    expect(await found(ann, [term('channel', open.id), papaya])).toEqual([])
    expect(await found(bob, [papaya])).toEqual([])
    await ann.patch(`/messages/${first}`, { topic: '✔ mango', propagate_mode: 'change_all' })
    expect(await found(ann, [term('search', 'mango'), term('is', 'resolved'), term('sender', 'me')])).toEqual(
      [first],
    )
  })

  test('deleting and putting back', async () => {
    const id = await sendToChannel(ann, open, 'an echidna', 'spikes')
    await server.owner.delete(`/messages/${id}`)
    expect(await ids('echidna')).toEqual([])
    await restore(server.organization, { messageId: id })
    expect(await ids('echidna spike')).toEqual([id])
    expect(await found(ann, [term('channel', open.id), term('search', 'echidnas')])).toEqual([id])
  })

  test('what fails leaves no trace', async () => {
    const content = 'an axolotl @**all**'
    await expect(
      server.organization.write((tx) => {
        tx.sqlite.run("UPDATE messages SET topic = 'axolotl' WHERE id = 1")
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    const sent = await Promise.all([
      bob.post('/messages', { type: 'channel', to: closed.id, topic: 'x', content }),
      ann.post('/messages', { type: 'direct', to: [bob.id], content: 'an axolotl' }),
    ])
    expect(await ids('axolotl')).toEqual([Number(sent[1]?.body['id'])])
  })
})

function withoutMarks(html: string): string {
  return html.replaceAll(/<span class="highlight">([^<]*)<\/span>/g, '$1')
}

describe('messages that have yet to come to the index', () => {
  /** How many IDs the index is behind the newest message. */
  function arrears(): number {
    const row = server.organization.db.sqlite
      .query<{ count: number }, []>(
        'SELECT (SELECT max(id) FROM messages) - indexed_up_to AS count FROM search_progress',
      )
      .get()
    return row?.count ?? 0
  }

  const search = (text: string, negated = false) =>
    found(bob, [term('channel', open.id), term('topic', 'arrears'), term('search', text, negated)])

  test('are found, by what they have and what they lack', async () => {
    const zebra = await sendToChannel(ann, open, 'a zebra', 'arrears')
    const lion = await sendToChannel(ann, open, 'a lion', 'arrears')
    expect(arrears()).toBeGreaterThanOrEqual(2)
    expect(await search('zebras')).toEqual([zebra])
    expect(arrears()).toBe(0)
    const tiger = await sendToChannel(ann, open, 'a tiger', 'arrears')
    expect(await search('zebra', true)).toEqual([lion, tiger])
    const known = { msg_ids: [zebra, lion, tiger], narrow: [term('search', 'tiger')] }
    await sendToChannel(ann, open, 'nothing of the kind', 'arrears')
    expect(Object.keys((await bob.get('/messages/matches_narrow', known)).body['messages'] ?? {})).toEqual([
      String(tiger),
    ])
  })

  test('are found by what they were changed to, and not once they are gone', async () => {
    const changed = await sendToChannel(ann, open, 'a wombat', 'arrears')
    const gone = await sendToChannel(ann, open, 'a wombat, too', 'arrears')
    await ann.patch(`/messages/${changed}`, { content: 'a quokka' })
    await server.owner.delete(`/messages/${gone}`)
    expect(arrears()).toBeGreaterThanOrEqual(1)
    expect(await search('wombat')).toEqual([])
    expect(await search('quokka')).toEqual([changed])
  })

  test('are never many', async () => {
    for (let number = 0; number < 100; number++) await sendToChannel(ann, open, `mayfly ${number}`, 'arrears')
    expect(arrears()).toBeLessThan(64)
    expect(await search('mayfly')).toHaveLength(100)
  })
})

test('the index is merged a little with each write, and never much at once: that would keep others waiting', async () => {
  const { sqlite } = server.organization.db
  const config = sqlite.query("SELECT k, v FROM message_search_config WHERE k LIKE '%merge' ORDER BY k").all()
  expect(config).toEqual([
    { k: 'automerge', v: 0 },
    { k: 'crisismerge', v: 1000 },
    { k: 'deletemerge', v: 0 },
  ])
  const id = await sendToChannel(ann, open, 'a stonefly', 'merging')
  expect(await found(bob, [term('search', 'stonefly')])).toEqual([id])
  for (let number = 0; number < 150; number++)
    await ann.patch(`/messages/${id}`, { content: `stonefly ${number}` })
  // FTS5 has the number of the segment in the upper bits of a row's ID; the lowest rows are of the whole.
  const segments = sqlite
    .query<{ count: number }, []>(
      'SELECT count(DISTINCT id >> 37) AS count FROM message_search_data WHERE id > 10',
    )
    .get()
  expect(segments?.count).toBeLessThan(30)
  expect(await found(bob, [term('search', '"stonefly 149"')])).toEqual([id])
})
