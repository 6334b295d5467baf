// What every sender's deliveries become: one of each kind of its documents, as it is posted. CONFAB_PRINT_WEBHOOKS=1 bun test
// test/incoming-webhooks-senders.test.ts prints what the file beside it would have to be: look at each before you write it.
import { expect, test } from 'bun:test'
import { integrations } from '../src/incoming-webhooks/integrations/registry'
import { eventName } from '../src/incoming-webhooks/integration'
import { Payload } from '../src/incoming-webhooks/payload'
import { addBot } from './support/bots'
import { addChannel } from './support/channels'
import { htmlProblems } from './support/markdown'
import { scenario } from './support/scenario'
import { posted } from './support/webhooks/delivering'
import { samples } from './support/webhooks/samples'

const { owner, ann } = await scenario({ ann: 'member' })
await addChannel(owner, 'harbour', [owner, ann])
const bot = await addBot(ann, { bot_type: 2 })

const isPrinted = process.env['CONFAB_PRINT_WEBHOOKS'] !== undefined
const expected = await Bun.file(`${import.meta.dir}/fixtures/incoming-webhooks.txt`).text()

test('one of each kind becomes what it says, under its topic', async () => {
  const sections: string[] = []
  for (const { integration, name, sending, said } of samples) {
    const address = { stream: 'harbour', ...said }
    const { topic, content, html } = await posted(ann, bot, integration, sending, address)
    expect([name, htmlProblems(html)]).toEqual([name, []])
    sections.push(`=== ${integration}: ${name}\n[${topic}]\n${content}\n`)
  }
  const all = sections.join('\n')
  if (isPrinted) process.stdout.write(all)
  else expect(all).toBe(expected)
})

test('there is one of each kind of event that integrations have words for', () => {
  const untold = integrations.flatMap((integration) => {
    const known = samples
      .filter((sample) => sample.integration === integration.name)
      .map(({ sending: { headers, payload } }) =>
        eventName(integration, {
          headers: new Headers(headers),
          body: new Uint8Array(),
          payload: new Payload(payload),
          option: () => '',
        }),
      )
    return Object.keys(integration.events)
      .filter((event) => !known.includes(event))
      .map((event) => `${integration.name}: ${event}`)
  })
  // Of a build that waits there is nothing to say; the others are what `completed` is.
  expect(untold).toEqual(['jenkins: finalized', 'jenkins: queued', 'jenkins: started'])
})
