// Searching for emoji by name: what is found, and how those that are pictures are marked.
import { expect, test } from 'bun:test'
import searchEmojiNames from '../drizzle/0023_search_emoji_names.sql' with { type: 'text' }
import { addChannel } from './support/channels'
import { items } from './support/law/rules'
import { fetched, found, sendToChannel } from './support/messages'
import { plain, png, red } from './support/pictures'
import { scenario } from './support/scenario'

const { server, owner, ann, bob } = await scenario({ ann: 'member', bob: 'member' })
const open = await addChannel(owner, 'open', [ann, bob])

const term = (operator: string, operand: unknown) => ({ operator, operand })
const addEmoji = (name: string) => owner.upload(`/realm/emoji/${name}`, png(20, 20, plain(red)))

test('emoji by their names, those that are pictures as the others', async () => {
  await addEmoji('ripe_tomato')
  const texts = ['The first :ripe_tomato: of this year', ':tada: for all', '`:ripe_tomato:`', 'a fine tomato']
  const ids = await Promise.all(texts.map((text) => sendToChannel(ann, open, text)))
  const find = async (text: string) => {
    const hits = await found(bob, [term('search', text)])
    return texts.filter((_, index) => hits.includes(ids[index] ?? 0))
  }
  const [picture = '', tada = '', code = '', word = ''] = texts
  expect(await find(':ripe_tomato:')).toEqual([picture, code])
  expect(await find('tomatoes')).toEqual([picture, code, word])
  expect(await find('"first ripe tomato of"')).toEqual([picture])
  expect(await find(':tada:')).toEqual([tada])
  // Where its picture is, and what the page says of it, are no words of the message.
  for (const search of ['avatars', 'png', 'img', 'alt', '"tomato ripe"'])
    expect(await find(search)).toEqual([])
})

test('the picture of an emoji is marked as a whole, once, and its tag stays as it is', async () => {
  await addEmoji('party_parrot')
  const id = await sendToChannel(ann, open, 'parrot :party_parrot::party_parrot: *parrots*')
  const content = String((await fetched(bob, id))['content'])
  const searched = async (text: string) => {
    const narrow = [term('id', id), term('search', text)]
    const { body } = await bob.get('/messages', { anchor: id, num_before: 0, num_after: 0, narrow })
    return String(items(body['messages'])[0]?.['match_content'])
  }
  const picture =
    /<img alt=":party_parrot:" class="emoji" src="[^"]+" title="party parrot">/.exec(content)?.[0] ?? ''
  expect(content).toBe(`<p>parrot ${picture}${picture} <em>parrots</em></p>`)
  const marked = (html: string) => `<span class="highlight">${html}</span>`
  for (const asked of [':party_parrot:', '"party parrot"', 'parties']) {
    expect(await searched(asked)).toBe(`<p>parrot ${marked(picture + picture)} <em>parrots</em></p>`)
  }
  expect(await searched('parrots')).toBe(
    `<p>${marked('parrot')} ${marked(picture + picture)} <em>${marked('parrots')}</em></p>`,
  )
})

test('names of emoji in what was written before they were words, once the upgrade’s job is done', async () => {
  await addEmoji('old_owl')
  const ids = (text: string) => found(ann, [term('search', text)])
  const id = await sendToChannel(ann, open, ':old_owl:')
  expect(await ids('owl')).toEqual([id])
  await server.organization.write((tx) => {
    tx.sqlite.query('DELETE FROM message_search WHERE rowid = ?').run(id)
    tx.sqlite.run(searchEmojiNames)
  })
  expect(await ids('owl')).toEqual([])
  await server.advance(1000)
  expect(await ids('owl')).toEqual([id])
})
