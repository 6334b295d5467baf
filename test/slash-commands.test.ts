// Slash commands: what they change of one's own settings, and what they answer.
import { expect, test } from 'bun:test'
import { anonymous, type Client } from './support/client'
import { holdsLaw } from './support/law'
import { areRefused, badRequest, missing, type Refusal } from './support/refusals'
import { scenario } from './support/scenario'

const { server, owner, guest } = await scenario({ guest: 'guest Gus Guest' })

const run = (command: string, who: Client = guest) =>
  holdsLaw([owner, guest], () => who.post('/zcommand', { command }))

async function settingOf(who: Client, name: string): Promise<unknown> {
  const { body } = await who.post('/register', { fetch_event_types: ['user_settings'] })
  return new Map(Object.entries(body['user_settings'] ?? {})).get(name)
}

test('a command changes a setting and says how to go back; again, it says that nothing is new', async () => {
  for (const [command, name, value] of [
    ['/night', 'color_scheme', 2],
    ['/light', 'color_scheme', 3],
    ['/dark', 'color_scheme', 2],
    ['/day', 'color_scheme', 3],
    ['/fluid-width', 'fluid_layout_width', true],
    ['/Fixed-Width ', 'fluid_layout_width', false],
  ] as const) {
    const { body } = await run(command)
    expect(body).toEqual({
      result: 'success',
      msg: expect.stringMatching(/^Changed to .+ type `\/[a-z-]+`\.$/),
    })
    expect(await settingOf(guest, name)).toBe(value)
    expect(await settingOf(owner, name)).not.toBe(2)
    expect((await run(command)).body['msg']).toStartWith('You are still in ')
  }
})

test('/ping only answers', async () => {
  expect((await run('/ping')).body).toEqual({ result: 'success', msg: '' })
})

test('what is no command is refused', async () => {
  const refused = (parameters: Refusal['parameters'], answer: Refusal['answer']): Refusal => ({
    who: guest,
    method: 'post',
    path: '/zcommand',
    ...(parameters ? { parameters } : {}),
    answer,
  })
  await areRefused(guest, [
    refused(undefined, missing('command')),
    refused({ command: ['/ping'] }, badRequest('There should be a leading slash in the command.')),
    refused({ command: 'ping' }, badRequest('There should be a leading slash in the command.')),
    refused({ command: '/' }, badRequest('No such command: ')),
    refused({ command: '/constructor' }, badRequest('No such command: constructor')),
    refused({ command: `/${'x'.repeat(500)}` }, badRequest(`No such command: ${'x'.repeat(100)}`)),
  ])
  const nobody = await anonymous(server.url, '/zcommand', { method: 'POST', body: 'command=/night' })
  expect([nobody.status, nobody.body['code']]).toEqual([401, 'UNAUTHORIZED'])
})
