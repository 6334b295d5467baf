// Things of one person on their clients, through zulip-js and the built executable, with the clock in the test's hand.
import { beforeAll, expect, test } from 'bun:test'
import { ClockFile } from './support/clock-file'
import { Confab, createAcme } from './support/confab'
import { builtExecutable } from './support/executable'
import { ZulipJs, type ZulipJsClient } from './support/zulip-js'

let executable: string
beforeAll(async () => {
  executable = await builtExecutable()
}, 240_000)

const start = Date.UTC(2026, 0, 15, 12, 0, 0)

/** A client with a queue for those events. */
async function listen(client: ZulipJsClient, ...types: string[]) {
  const queue = await client.call('queues.register', { event_types: types })
  expect(queue).toMatchObject({ result: 'success' })
  let lastEventId = -1
  /** The next event, once there is one. */
  return async (): Promise<Record<string, unknown>> => {
    const parameters = { queue_id: queue['queue_id'], last_event_id: lastEventId }
    const { events } = await client.call('events.retrieve', parameters)
    const [event]: Record<string, unknown>[] = Array.isArray(events) ? events : []
    if (!event) throw new Error('No event')
    lastEventId = Number(event['id'])
    return event
  }
}

test('scheduled on one client, edited on another, sent at its second, received by somebody else', async () => {
  await using confab = new Confab([executable])
  await using zulip = new ZulipJs()
  const clock = new ClockFile(confab.data, start)
  const setClock = (seconds: number) => clock.set(start + seconds * 1000)
  const { url: realm } = await confab.serve(['--json', '--clock-file', clock.path])
  await confab.json(createAcme, 'a long password\n')
  const made = await confab.json('user create --email mia@x.io --name Mia --role member'.split(' '))
  const owner = { username: 'owner@x.io', password: 'a long password', realm }
  const desk = await zulip.login(owner)
  const phone = await zulip.login(owner)
  const mia = await zulip.login({ username: 'mia@x.io', password: String(made['password']), realm })
  const onPhone = await listen(phone, 'scheduled_messages')
  const forMia = await listen(mia, 'message')

  const scheduled = await desk.call('callEndpoint', [
    '/scheduled_messages',
    'POST',
    {
      type: 'direct',
      to: JSON.stringify([made['user_id']]),
      content: 'Happy birthdya',
      scheduled_delivery_timestamp: start / 1000 + 60,
    },
  ])
  expect(scheduled).toMatchObject({ result: 'success' })
  const id = scheduled['scheduled_message_id']
  expect(await onPhone()).toMatchObject({ op: 'add', scheduled_messages: [{ scheduled_message_id: id }] })
  const edit = ['/scheduled_messages/' + String(id), 'PATCH', { content: 'Happy birthday' }]
  expect(await phone.call('callEndpoint', edit)).toMatchObject({ result: 'success' })
  expect(await onPhone()).toMatchObject({ op: 'update', scheduled_message: { content: 'Happy birthday' } })

  setClock(60)
  expect(await forMia()).toMatchObject({
    type: 'message',
    message: { content: 'Happy birthday', sender_email: 'owner@x.io', timestamp: start / 1000 + 60 },
  })
  expect(await onPhone()).toMatchObject({ op: 'remove', scheduled_message_id: id })
  const left = await desk.call('callEndpoint', ['/scheduled_messages', 'GET', {}])
  expect(left).toMatchObject({ scheduled_messages: [] })
}, 240_000)
