// Mentions that are unread are counted by the web client as the server counts them, of messages, too, that it has never seen.
import { expect, test } from 'bun:test'
import { MentionCounts } from '../../src/web/feeds/mention-counts'
import { visibility } from '../../src/web/store/user-topics'
import { addChannel } from '../support/channels'
import { register } from '../support/law'
import { item } from '../support/law/rules'
import { sendToChannel } from '../support/messages'
import { scenario } from '../support/scenario'
import { WebReader } from '../support/web-reader'
import { openWindow } from '../support/windows'
import { until } from '../support/waiting'

const { server, owner, ann } = await scenario({ ann: 'member' })

async function mute(channelId: number, isMuted: boolean): Promise<void> {
  const subscription_data = [{ stream_id: channelId, property: 'is_muted', value: isMuted }]
  await ann.post('/users/me/subscriptions/properties', { subscription_data })
}

async function choose(channelId: number, topic: string, policy: number): Promise<void> {
  await ann.post('/user_topics', { stream_id: channelId, topic, visibility_policy: policy })
}

test('wildcard mentions that were only registered stop counting where they are muted, and count again; own ones always do', async () => {
  const channel = await addChannel(owner, 'plans', [owner, ann])
  const sent = [
    await sendToChannel(owner, channel, '@**all** soup?', 'a'),
    await sendToChannel(owner, channel, '@**Ann** soup?', 'a'),
    await sendToChannel(owner, channel, '@**all** nuts?', 'b'),
    await sendToChannel(owner, channel, 'nuts!', 'b'),
  ]
  const reader = await WebReader.start(ann)
  const counts = new MentionCounts(reader.world)
  const steps: (() => Promise<unknown>)[] = [
    () => choose(channel.id, 'a', visibility.muted),
    () => choose(channel.id, 'a', visibility.inherit),
    () => mute(channel.id, true),
    () => choose(channel.id, 'a', visibility.unmuted),
    () => mute(channel.id, false),
    () => choose(channel.id, 'b', visibility.muted),
    () => owner.patch(`/messages/${sent[0]}`, { topic: 'b', propagate_mode: 'change_one' }),
    () => owner.patch(`/messages/${sent[2]}`, { topic: 'c', propagate_mode: 'change_one' }),
    () => ann.post('/messages/flags', { messages: [sent[1]], op: 'add', flag: 'read' }),
  ]
  const counted: number[] = []
  for (const step of steps) {
    await step()
    await reader.settle((event) => void counts.take(event))
    const { unread_msgs: unread } = await register(ann)
    expect<unknown>({ after: counted.length, mentions: reader.world.state().unread.mentions }).toEqual({
      after: counted.length,
      mentions: item(unread)['mentions'],
    })
    counted.push(reader.world.state().unread.mentions.length)
  }
  expect(counted).toEqual([2, 3, 1, 2, 3, 2, 1, 2, 1])
})

test('the count in the title follows', async () => {
  const channel = await addChannel(owner, 'all-of-us', [owner, ann])
  await ann.post('/mark_all_as_read')
  await ann.patch('/settings', { desktop_icon_count_display: 3 })
  await sendToChannel(owner, channel, '@**all** soup?', 'a')
  const { page } = await openWindow(server, ann, { at: '/#settings/profile' })
  await until(async () => (await page.title()).startsWith('(1) '))
  await choose(channel.id, 'a', visibility.muted)
  await until(async () => !(await page.title()).startsWith('('))
  await choose(channel.id, 'a', visibility.inherit)
  await until(async () => (await page.title()).startsWith('(1) '))
})
