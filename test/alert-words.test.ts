// Alert words: kept without case, told to all of one's clients, found in messages on word borders (contract 4.15).
import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { alertedUserIds } from '../src/alert-words/actions'
import { AlertWordMatcher, fold } from '../src/alert-words/matcher'
import { anonymous } from './support/client'
import { eventsOf, holdsLaw, register } from './support/law'
import { randomly } from './support/random'
import { areRefused, badRequest, invalid, missing, type Refusal } from './support/refusals'
import { scenario } from './support/scenario'

const path = '/users/me/alert_words'

const { server, member, guest } = await scenario({ member: 'member Mia Member', guest: 'guest Gus Guest' })

test('words are added once, whatever their case, and removed again', async () => {
  const added = await holdsLaw([member, guest], () =>
    member.post(path, { alert_words: ['Release', ' on call ', 'RELEASE', 'наука'] }),
  )
  expect(added.body).toEqual({ result: 'success', msg: '', alert_words: ['Release', 'on call', 'наука'] })
  const again = await member.post(path, { alert_words: ['НАУКА', 'lunch'] })
  expect(again.body['alert_words']).toEqual(['Release', 'on call', 'наука', 'lunch'])
  expect((await member.get(path)).body['alert_words']).toEqual(['Release', 'on call', 'наука', 'lunch'])
  expect((await guest.get(path)).body['alert_words']).toEqual([])

  const removed = await holdsLaw([member], () =>
    member.delete(path, { alert_words: ['release', 'On Call', 'unknown'] }),
  )
  expect(removed.body['alert_words']).toEqual(['наука', 'lunch'])
  await member.delete(path, { alert_words: ['наука', 'lunch'] })
})

test('a call that changes nothing sends no event', async () => {
  await guest.post(path, { alert_words: ['tea'] })
  const state = await register(guest)
  await guest.post(path, { alert_words: ['TEA'] })
  await guest.post(path, { alert_words: [] })
  await guest.delete(path, { alert_words: ['coffee'] })
  expect(await eventsOf({ person: guest, state })).toEqual([])
  await guest.delete(path, { alert_words: ['tea'] })
})

test('bad input is refused by name and changes nothing', async () => {
  const post = (alert_words: unknown, answer: Refusal['answer']): Refusal => ({
    who: member,
    method: 'post',
    path,
    parameters: { alert_words },
    answer,
  })
  await areRefused(member, [
    post(undefined, missing('alert_words')),
    post('cake', invalid('alert_words')),
    post({}, invalid('alert_words')),
    post(['fine', 7], invalid('alert_words')),
    post(['fine', 'x'.repeat(101)], badRequest('alert_words[1] is too long (limit: 100 characters)')),
    post(['  '], badRequest('alert_words[0] is empty')),
    post(
      Array.from({ length: 1001 }, (_, index) => `word${index}`),
      invalid('alert_words'),
    ),
    { who: member, method: 'delete', path, answer: missing('alert_words') },
  ])
  const nobody = await anonymous(server.url, path, {
    method: 'POST',
    body: new URLSearchParams({ alert_words: '[]' }),
  })
  expect([nobody.status, nobody.body['code']]).toEqual([401, 'UNAUTHORIZED'])
  const long = ['𝒳'.repeat(100)]
  expect((await member.post(path, { alert_words: long })).body['alert_words']).toEqual(long)
  await member.delete(path, { alert_words: long })
})

test('a person can have a thousand words', async () => {
  const words = Array.from({ length: 1000 }, (_, index) => `word${index}`)
  expect((await guest.post(path, { alert_words: words })).body['alert_words']).toEqual(words)
  await areRefused(guest, [
    {
      who: guest,
      method: 'post',
      path,
      parameters: { alert_words: ['one more'] },
      answer: badRequest('alert_words: you can have at most 1000 alert words'),
    },
  ])
  await guest.delete(path, { alert_words: words })
})

test('the people alerted by a text are those whose words it holds now', async () => {
  await member.post(path, { alert_words: ['deploy', 'on call'] })
  await guest.post(path, { alert_words: ['Deploy'] })
  const alerted = (text: string) => [...alertedUserIds(server.organization, text)].sort()
  expect(alerted('We DEPLOY today.')).toEqual([member.id, guest.id])
  expect(alerted('Who is on\n  call?')).toEqual([member.id])
  expect(alerted('deployment')).toEqual([])
  await member.delete(path, { alert_words: ['deploy'] })
  expect(alerted('We deploy today.')).toEqual([guest.id])
})

describe('word borders', () => {
  const cases: [word: string, text: string, found: boolean][] = [
    ['cat', 'A cat.', true],
    ['cat', 'cat', true],
    ['cat', '(cat)!', true],
    ['cat', "the cat's", true],
    ['cat', 'concatenate', false],
    ['cat', 'cat_1', false],
    ['cat', 'cats and cat', true],
    ['on call', 'on call', true],
    ['on call', 'upon call', false],
    ['C++', 'I like C++.', true],
    ['c++', 'I like C++11', true],
    ['#1', 'we are #1!', true],
    ['#1', 'we are #12', false],
    ['кот', 'Чёрный КОТ!', true],
    ['кот', 'который', false],
    ['café', 'CAFE\u0301 ouvert', true],
    ['cafe', 'café', false],
    ['straße', 'in der STRASSE', true],
    ['ὀδυσσεύς', 'ὈΔΥΣΣΕΎΣ', true],
    ['مرحبا', 'قال مرحبا!', true],
    ['会議', '今日会議があります', true],
    ['京都', '東京都に行く', false],
    ['东京', '我在东京工作', true],
    ['คอมพิวเตอร์', 'ซื้อคอมพิวเตอร์ใหม่', true],
    ['confab', 'Confabを使う', true],
    ['🎉', 'done🎉🎉', true],
  ]
  test.each(cases)('%p in %p: %p', (word, text, found) => {
    const matcher = new AlertWordMatcher()
    matcher.add(1, fold(word))
    expect([...matcher.match(text)]).toEqual(found ? [1] : [])
  })

  test('words among others are found, and only those', async () => {
    const word = fc.stringMatching(/^[a-c]{1,3}$/)
    const texts = fc.tuple(fc.array(word, { maxLength: 8 }), fc.array(word, { maxLength: 20 }))
    await randomly(texts, { runs: 100, must: 'found missed' }, ([words, said], did) => {
      const matcher = new AlertWordMatcher()
      for (const [index, each] of words.entries()) matcher.add(index, fold(each))
      const expected = [...words.keys()].filter((index) => said.includes(words[index] ?? ''))
      expect([...matcher.match(said.join(', '))].sort((a, b) => a - b)).toEqual(expected)
      for (const each of words) did(said.includes(each) ? 'found' : 'missed')
    })
  })
})
