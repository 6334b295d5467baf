// New HTML for messages whose text stays: who is told, what stays as it was, and what searching finds then.
import { expect, test } from 'bun:test'
import { rerender } from '../src/messages/changing/rendering-anew'
import { addChannel } from './support/channels'
import { eventsOfOne, messageOf, messagesIn, sendTo } from './support/changed-messages'
import { holdsLaw } from './support/law'
import { sendDirectly } from './support/messages'
import { scenario } from './support/scenario'

const { server, owner, ann, bob, cat } = await scenario({ ann: 'member', bob: 'member', cat: 'member' })
const general = (await addChannel(owner, 'general', [ann, bob])).id

/** Adds a paragraph to what is shown of the message. */
function addTo(id: number, text: string): Promise<boolean> {
  return server.organization.write((tx) =>
    rerender(tx, id, ({ renderedContent }) => `${renderedContent}\n<p>${text}</p>`),
  )
}

test('everybody who can read the message is told of its HTML; text, history and flags stay', async () => {
  const id = await sendTo(ann, general, 'links', 'See @**Bob** **this**')
  const before = await messageOf(bob, id)
  server.clock.advance(5000)
  const toCat = await eventsOfOne(cat, {}, async () => {
    const [event] = await eventsOfOne(bob, {}, () => holdsLaw([ann, bob], () => addTo(id, 'A fine thing')))
    expect(event).toEqual({
      id: 0,
      type: 'update_message',
      user_id: null,
      rendering_only: true,
      message_id: id,
      message_ids: [id],
      edit_timestamp: Math.floor(server.clock.now() / 1000),
      content: 'See @**Bob** **this**',
      rendered_content: `${String(before['content'])}\n<p>A fine thing</p>`,
      flags: ['mentioned'],
    })
  })
  expect(toCat).toEqual([])
  const after = await messageOf(bob, id)
  expect(after).toEqual({ ...before, content: `${String(before['content'])}\n<p>A fine thing</p>` })
  const found = await messagesIn(bob, [{ operator: 'search', operand: 'fine thing' }])
  expect(found.map((message) => message['id'])).toEqual([id])
})

test('of a direct message, those who are in it are told', async () => {
  const id = await sendDirectly(ann, [bob])
  const toCat = await eventsOfOne(cat, {}, async () => {
    const [event] = await eventsOfOne(bob, {}, () => holdsLaw([ann, bob], () => addTo(id, 'More')))
    expect(event).toMatchObject({
      rendering_only: true,
      message_id: id,
      rendered_content: '<p>Hello</p>\n<p>More</p>',
    })
  })
  expect(toCat).toEqual([])
})

test('nobody is told where nothing changes, or where the message is gone', async () => {
  const id = await sendTo(ann, general, 'links', 'The same')
  const events = await eventsOfOne(bob, { event_types: ['update_message'] }, async () => {
    const isChanged = await server.organization.write((tx) =>
      rerender(tx, id, ({ renderedContent }) => renderedContent),
    )
    expect(isChanged).toBe(false)
    await owner.delete(`/messages/${id}`)
    expect(await addTo(id, 'Too late')).toBe(false)
  })
  expect(events).toEqual([])
})

test('what was edited meanwhile is what is rendered, and the history says nothing of it', async () => {
  const id = await sendTo(ann, general, 'links', 'First')
  await addTo(id, 'Preview of the first')
  await holdsLaw([ann, bob], () => ann.patch(`/messages/${id}`, { content: 'Second' }))
  expect(await messageOf(bob, id)).toMatchObject({ content: '<p>Second</p>' })
  await addTo(id, 'Preview of the second')
  const { body } = await bob.get(`/messages/${id}/history`)
  expect(body['message_history']).toMatchObject([
    { content: 'First' },
    { content: 'Second', prev_content: 'First' },
  ])
})
