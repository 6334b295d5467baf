// Polls and todo lists: made by /poll and /todo, changed by submessages, with rules on who may do what.
import { quietly } from './support/quietly'
import { describe, expect, test } from 'bun:test'
import { updateChannel } from '../src/channels/repository'
import { storeUserSetting } from '../src/user-settings/repository'
import { updateUser } from '../src/users/repository'
import { widgetIn } from '../src/submessages/widgets'
import { addChannel } from './support/channels'
import { anonymous, type Client, type Parameters } from './support/client'
import { holdsLaw } from './support/law'
import { eventsDuring, fetched, sendDirectly, sendToChannel } from './support/messages'
import { areRefused, badRequest, invalid, missing, type Refusal } from './support/refusals'
import { scenario } from './support/scenario'

const { server, author, other, guest } = await scenario({
  author: 'member Ann Author',
  other: 'member Otto Other',
  guest: 'guest Gus Guest',
})
const denmark = await addChannel(server.owner, 'Denmark', [author, other])
const secret = await addChannel(server.owner, 'Secret', [author], { invite_only: true })

const step = (who: Client, message_id: number, content: unknown) =>
  who.post('/submessage', { message_id, msg_type: 'widget', content })

const accepted = async (who: Client, id: number, content: unknown) =>
  expect((await step(who, id, content)).body).toEqual({ result: 'success', msg: '' })

/** The contents of the message's submessages, parsed. */
async function contents(id: number): Promise<unknown[]> {
  const { submessages } = await fetched(author, id)
  const list: { content: string }[] = Array.isArray(submessages) ? submessages : []
  return list.map(({ content }) => JSON.parse(content))
}

const pollText = '/poll Lunch?\nSoup\n- Salad\n\n* Soup\n'
const poll = { widget_type: 'poll', extra_data: { question: 'Lunch?', options: ['Soup', 'Salad'] } }

describe('a message becomes a widget', () => {
  const todo = (task_list_title: string, tasks: object[]) => ({
    widget_type: 'todo',
    extra_data: { task_list_title, tasks },
  })
  const cases: [content: string, widget: object | undefined][] = [
    [pollText, poll],
    ['/poll', { widget_type: 'poll', extra_data: { question: '', options: [] } }],
    ['/poll\nYes\nNo', { widget_type: 'poll', extra_data: { question: '', options: ['Yes', 'No'] } }],
    [
      '/poll -5 degrees?\n-5',
      { widget_type: 'poll', extra_data: { question: '-5 degrees?', options: ['-5'] } },
    ],
    ['/todo', todo('Task list', [])],
    [
      '/todo Party\nCake: with cream: much\nBalloons',
      todo('Party', [
        { task: 'Cake', desc: 'with cream: much' },
        { task: 'Balloons', desc: '' },
      ]),
    ],
    ['/todo Party\n- Cake\n* Cake: again\n: nothing', todo('Party', [{ task: 'Cake', desc: '' }])],
    ['/polls Lunch?', undefined],
    ['/pollLunch?', undefined],
    ['a /poll', undefined],
    ['\n/poll', undefined],
    ['/me /poll', undefined],
  ]
  test.each(cases)('%p', (content, widget) => {
    const made: object | undefined = widgetIn(content)
    expect(made).toEqual(widget)
  })

  test('which all who get it are told at once', async () => {
    await sendToChannel(author, denmark)
    const events = await eventsDuring([author, other], () =>
      holdsLaw([author, other], () => sendToChannel(author, denmark, pollText)),
    )
    for (const [event] of events) {
      expect(event).toMatchObject({
        type: 'message',
        message: { submessages: [{ msg_type: 'widget', sender_id: author.id }] },
      })
    }
  })

  test('which stays with the message', async () => {
    const id = await sendDirectly(author, [other], pollText)
    expect((await fetched(other, id))['submessages']).toEqual([
      {
        id: expect.any(Number),
        message_id: id,
        sender_id: author.id,
        msg_type: 'widget',
        content: JSON.stringify(poll),
      },
    ])
    expect((await fetched(other, await sendDirectly(author, [other], 'no poll')))['submessages']).toEqual([])
  })
})

test('people vote, add options and vote for those; everyone who has the message is told', async () => {
  const id = await sendToChannel(author, denmark, pollText)
  const vote = { type: 'vote', key: 'canned,1', vote: 1 }
  const events = await eventsDuring([author, other, guest, server.owner], () =>
    holdsLaw([author, other], () => accepted(other, id, vote)),
  )
  const event = {
    id: 0,
    type: 'submessage',
    msg_type: 'widget',
    content: JSON.stringify(vote),
    message_id: id,
    sender_id: other.id,
    submessage_id: expect.any(Number),
  }
  expect(events).toEqual([[event], [event], [], []])
  await accepted(other, id, { ...vote, vote: -1 })
  await accepted(other, id, { type: 'new_option', idx: 1, option: 'Pizza' })
  await accepted(author, id, { type: 'new_option', idx: 1, option: 'Pasta' })
  await accepted(author, id, { type: 'vote', key: `${other.id},1`, vote: 1 })
  await accepted(server.owner, id, { type: 'vote', key: `${author.id},1`, vote: 1 })
  await accepted(author, id, { type: 'question', question: 'Dinner?' })
  const all = await contents(id)
  expect(all).toHaveLength(8)
  expect(all.slice(0, 2)).toEqual([poll, vote])
})

test('people add tasks and strike them off; the author renames the list', async () => {
  const id = await sendToChannel(author, denmark, '/todo Party\nCake')
  const task = { type: 'new_task', key: 2, task: 'Music', desc: 'loud', completed: false }
  await holdsLaw([author, other], () => accepted(other, id, task))
  await accepted(author, id, { type: 'strike', key: `2,${other.id}` })
  await accepted(other, id, { type: 'strike', key: '0,canned' })
  await accepted(other, id, { type: 'strike', key: '0,canned' })
  await accepted(author, id, { type: 'new_task_list_title', title: 'Feast' })
  expect(await contents(id)).toHaveLength(6)
})

test('voting follows the topic for those who follow what they take part in', async () => {
  const set = (policy: number) =>
    server.organization.write((tx) =>
      storeUserSetting(tx, other.id, 'automatically_follow_topics_policy', policy),
    )
  const id = await sendToChannel(author, denmark, pollText, 'votes')
  await set(1)
  const [events] = await eventsDuring([other], () =>
    accepted(other, id, { type: 'vote', key: 'canned,0', vote: 1 }),
  )
  expect(events).toMatchObject([
    { type: 'submessage' },
    { type: 'user_topic', topic_name: 'votes', visibility_policy: 3 },
  ])
  await set(3)
})

test('what is against the rules is refused and changes nothing', async () => {
  const gone = await server.addPerson('Gone Person')
  await quietly(server.organization, (tx) => updateUser(tx, gone.id, { isActive: false }))
  const archive = await addChannel(server.owner, 'archive', [author, other])
  const archived = await sendToChannel(author, archive, pollText)
  await quietly(server.organization, (tx) => updateChannel(tx, archive.id, { isArchived: true }))
  const plain = await sendToChannel(author, denmark)
  const hidden = await sendToChannel(author, secret, pollText)
  const direct = await sendDirectly(author, [server.owner], pollText)
  const id = await sendToChannel(author, denmark, pollText)
  const list = await sendToChannel(author, denmark, '/todo Party\nCake')
  await accepted(other, id, { type: 'new_option', idx: 3, option: 'Pizza' })
  await accepted(other, list, { type: 'new_task', key: 3, task: 'Music', desc: '', completed: false })
  const vote = { type: 'vote', key: 'canned,0', vote: 1 }
  const refused = (changes: Parameters, answer: Refusal['answer'], more: Partial<Refusal> = {}): Refusal => ({
    who: other,
    method: 'post',
    path: '/submessage',
    parameters: { message_id: id, msg_type: 'widget', content: vote, ...changes },
    answer,
    ...more,
  })
  const inPoll = (content: unknown, msg = 'Invalid data for a poll') => refused({ content }, badRequest(msg))
  const inList = (content: unknown, msg = 'Invalid data for a todo list') =>
    refused({ message_id: list, content }, badRequest(msg))
  const noMessage = badRequest('Invalid message(s)')
  const noWidget = badRequest('This message is neither a poll nor a todo list')
  const task = { type: 'new_task', key: 4, task: 'Wine', desc: '', completed: false }
  await areRefused(other, [
    refused({ message_id: undefined }, missing('message_id')),
    refused({ msg_type: undefined }, missing('msg_type')),
    refused({ content: undefined }, missing('content')),
    refused({ message_id: 'last' }, invalid('message_id')),
    refused({ msg_type: 'game' }, invalid('msg_type')),
    refused({ content: `"${'x'.repeat(10_000)}"` }, invalid('content')),
    refused({ message_id: 99999999 }, noMessage),
    refused({ message_id: hidden }, noMessage),
    refused({ message_id: direct }, noMessage),
    refused({}, noMessage, { who: guest }),
    refused({}, { code: 'USER_DEACTIVATED' }, { who: gone, status: 401 }),
    refused({ message_id: plain }, noWidget),
    refused({ message_id: archived }, badRequest("Channel 'archive' is archived")),
    inPoll('not JSON'),
    inPoll('null'),
    inPoll([]),
    inPoll({ type: 'stuff the ballot' }),
    inPoll({ ...vote, vote: 2 }),
    inPoll({ ...vote, vote: '1' }),
    inPoll({ ...vote, key: 0 }),
    inPoll({ ...vote, key: 'canned,2' }, 'This poll has no such option'),
    inPoll({ ...vote, key: `${other.id},4` }, 'This poll has no such option'),
    inPoll({ type: 'new_option', idx: -1, option: 'x' }),
    inPoll({ type: 'new_option', idx: 4 }),
    inPoll({ type: 'new_option', idx: 4, option: '' }),
    inPoll({ type: 'new_option', idx: 4, option: 'x'.repeat(1001) }),
    inPoll({ type: 'new_option', idx: 4, option: '  ' }, 'The option must not be empty'),
    inPoll({ type: 'new_option', idx: 3, option: 'x' }, 'That number is taken by another option'),
    inPoll({ type: 'new_option', idx: 4, option: 'Soup' }, 'The same option is there already'),
    inPoll({ type: 'new_option', idx: 4, option: 'Pizza' }, 'The same option is there already'),
    inPoll({ type: 'question', question: 'Mine?' }, "You can't edit a question unless you are the author."),
    inPoll(task),
    inList(vote),
    inList({ ...task, task: '' }),
    inList({ ...task, completed: 'no' }),
    inList({ ...task, key: '4' }),
    inList({ ...task, desc: 'x'.repeat(1001) }),
    inList({ ...task, key: 3 }, 'That number is taken by another task'),
    inList({ ...task, task: 'Cake' }, 'The same task is there already'),
    inList({ type: 'strike', key: '1,canned' }, 'This list has no such task'),
    inList({ type: 'strike', key: `3,${author.id}` }, 'This list has no such task'),
    inList(
      { type: 'new_task_list_title', title: 'Mine' },
      "You can't edit the task list title unless you are the author.",
    ),
  ])
  const body = new URLSearchParams({ message_id: String(id), msg_type: 'widget', content: '{}' })
  const nobody = await anonymous(server.url, '/submessage', { method: 'POST', body })
  expect([nobody.status, nobody.body['code']]).toEqual([401, 'UNAUTHORIZED'])
  expect(await contents(id)).toHaveLength(2)
  expect(await contents(list)).toHaveLength(2)
})

test('a poll has at most two hundred options, and a person does a thousand things to it', async () => {
  const options = Array.from({ length: 200 }, (_, index) => `option ${index}`).join('\n')
  const id = await sendToChannel(author, denmark, `/poll Many\n${options}`)
  const full = await step(other, id, { type: 'new_option', idx: 1, option: 'one more' })
  expect(full.body).toMatchObject(badRequest('There can be at most 200 options'))
  const vote = { type: 'vote', key: 'canned,0', vote: 1 }
  await server.organization.write((tx) => {
    const insert = tx.sqlite.query(
      `INSERT INTO submessages (message_id, sender_id, kind, content) VALUES (?, ?, 'widget', ?)`,
    )
    for (let done = 0; done < 1000; done++) insert.run(id, other.id, JSON.stringify(vote))
  })
  expect((await step(other, id, vote)).body).toMatchObject(
    badRequest("You can't do more than 1000 things to one poll or todo list"),
  )
  await accepted(author, id, vote)
})
