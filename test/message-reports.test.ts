// Reports of messages: posted to the moderation request channel, where there is one.
import { quietly } from './support/quietly'
import { expect, test } from 'bun:test'
import { updateChannel } from '../src/channels/repository'
import { storeSetting } from '../src/organization/settings'
import { updateUser } from '../src/users/repository'
import { addChannel } from './support/channels'
import { anonymous, type Parameters } from './support/client'
import { holdsLaw } from './support/law'
import { eventsDuring, sendDirectly, sendToChannel } from './support/messages'
import { areRefused, badRequest, invalid, missing, type Refusal } from './support/refusals'
import { scenario } from './support/scenario'

const { server, sender, reporter, guest } = await scenario({
  sender: 'member Sam Sender',
  reporter: 'member Rita Reporter',
  guest: 'guest Gus Guest',
})
const denmark = await addChannel(server.owner, 'Denmark', [sender, reporter])
const moderation = await addChannel(server.owner, 'moderation', [server.owner, sender], { invite_only: true })

const path = (id: number | string) => `/messages/${id}/report`
const report = (id: number, parameters: Parameters, who = reporter) => who.post(path(id), parameters)
const choose = (channelId: number) =>
  server.organization.write((tx) => storeSetting(tx, 'moderation_request_channel_id', channelId))
await choose(moderation.id)

/** The report that the owner gets by the action, as Markdown. */
async function reported(action: () => Promise<unknown>): Promise<unknown> {
  const [events = []] = await eventsDuring([[server.owner, { event_types: ['message'] }]], action)
  expect(events).toHaveLength(1)
  return events[0]
}

test('a report says who reports what, where it is, and why, and mentions nobody', async () => {
  await sendToChannel(server.owner, moderation, 'This is where reports come in')
  const id = await sendToChannel(
    sender,
    denmark,
    'Buy `pills`!\n```\nnow\n```\n@**Olive Owner** @**all**',
    'shop',
  )
  const event = await reported(() =>
    holdsLaw([server.owner, reporter], async () => {
      const reply = await report(id, { report_type: 'spam', description: ' Third time.\n@**Sam Sender** ' })
      expect(reply.body).toEqual({ result: 'success', msg: '' })
    }),
  )
  expect(event).toMatchObject({
    flags: [],
    message: {
      sender_full_name: 'Notification Bot',
      stream_id: moderation.id,
      subject: "Sam Sender's moderation requests",
      content: [
        `@_**Rita Reporter|${reporter.id}** reported a message sent by @_**Sam Sender|${sender.id}** in #**Denmark>shop@${id}**.`,
        '- Reason: **Spam**\n- Notes:',
        '```quote\nThird time.\n@**Sam Sender**\n```',
        '**Message**',
        '````quote\nBuy `pills`!\n```\nnow\n```\n@**Olive Owner** @**all**\n````',
      ].join('\n\n'),
    },
  })
})

test('a direct message is reported with its people', async () => {
  const id = await sendDirectly(sender, [reporter], 'psst')
  const event = await reported(() => report(id, { report_type: 'harassment' }))
  expect(JSON.stringify(event)).toContain(
    `in a direct conversation between @_**Sam Sender|${sender.id}**, @_**Rita Reporter|${reporter.id}**.`,
  )
  expect(JSON.stringify(event)).toContain('Reason: **Harassment**\\n\\n**Message**')
})

test('the longest message still fits into its report', async () => {
  const id = await sendToChannel(sender, denmark, '𝒳'.repeat(10_000))
  const event = await reported(() => report(id, { report_type: 'norms' }))
  expect(JSON.stringify(event)).toContain('𝒳…\\n```')
})

test('bad input is refused and nothing is posted', async () => {
  const gone = await server.addPerson('Gone Person')
  await quietly(server.organization, (tx) => updateUser(tx, gone.id, { isActive: false }))
  const id = await sendToChannel(sender, denmark)
  const direct = await sendDirectly(sender, [server.owner])
  const refused = (
    parameters: Parameters,
    answer: Refusal['answer'],
    more: Partial<Refusal> = {},
  ): Refusal => ({ who: reporter, method: 'post', path: path(id), parameters, answer, ...more })
  const spam = { report_type: 'spam' }
  const noMessage = badRequest('Invalid message(s)')
  const disabled = badRequest('Reporting messages is not enabled in this organization')
  await areRefused(server.owner, [
    refused({}, missing('report_type')),
    refused({ report_type: 'boring' }, invalid('report_type')),
    refused({ report_type: 'other' }, invalid('description')),
    refused({ report_type: 'other', description: ' \n' }, invalid('description')),
    refused({ ...spam, description: 'x'.repeat(1001) }, invalid('description')),
    refused(spam, noMessage, { path: path(99999999) }),
    refused(spam, noMessage, { path: path(direct) }),
    refused(spam, noMessage, { who: guest }),
    refused(spam, invalid('message_id'), { path: path('this') }),
    refused(spam, { code: 'USER_DEACTIVATED' }, { who: gone, status: 401 }),
  ])
  const nobody = await anonymous(server.url, path(id), { method: 'POST', body: new URLSearchParams(spam) })
  expect([nobody.status, nobody.body['code']]).toEqual([401, 'UNAUTHORIZED'])
  const archive = (isArchived: boolean) =>
    quietly(server.organization, (tx) => updateChannel(tx, moderation.id, { isArchived }))
  await archive(true)
  await areRefused(server.owner, [refused(spam, disabled)])
  await archive(false)
  await choose(-1)
  await areRefused(server.owner, [refused(spam, disabled)])
  await choose(moderation.id)
  expect((await report(id, { report_type: 'other', description: '𝒳'.repeat(1000) })).status).toBe(200)
})
