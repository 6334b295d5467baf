// Who is told of what: every combination of what it depends on, against a slow reference.
import { expect, test } from 'bun:test'
import { waysToTell, type Circumstances } from '../src/notifications/deciding'
import { expectedTrigger } from './support/notification-reference'

const both = [true, false]
const own = [null, true, false]

test('every combination of what a message says, what people have set and where they are is decided as the reference has it', () => {
  let walked = 0
  const seen = new Set<string | null>()
  const agrees = (circumstances: Circumstances) => {
    walked++
    const { push, mail } = waysToTell(circumstances)
    seen.add(push)
    if (push === expectedTrigger(circumstances, 'push') && mail === expectedTrigger(circumstances, 'mail')) {
      return
    }
    // Spelled out only here: it is a quarter of a million combinations.
    expect({ circumstances, push, mail }).toEqual({
      circumstances,
      push: expectedTrigger(circumstances, 'push'),
      mail: expectedTrigger(circumstances, 'mail'),
    })
  }
  for (const message of messagesOfAllKinds()) {
    for (const choice of choicesOfAllKinds()) {
      for (const wanted of wishesOfAllKinds()) agrees({ ...plain, ...message, ...choice, ...wanted })
      for (const gate of gates) agrees({ ...plain, ...message, ...choice, ...gate })
    }
  }
  expect(walked).toBeGreaterThan(200_000)
  expect(seen.size).toBe(10)
})

const everythingWanted = {
  enable_offline_push_notifications: true,
  enable_online_push_notifications: true,
  enable_offline_email_notifications: true,
  enable_stream_push_notifications: true,
  enable_stream_email_notifications: true,
  enable_followed_topic_push_notifications: true,
  enable_followed_topic_email_notifications: true,
  enable_followed_topic_wildcard_mentions_notify: true,
  wildcard_mentions_notify: true,
}

const plain: Circumstances = {
  isDirect: false,
  isAddressee: true,
  isRead: false,
  isActive: false,
  isMentioned: false,
  isGroupMentioned: false,
  isTopicMentioned: false,
  isChannelMentioned: false,
  topic: 0,
  channel: {
    isMuted: false,
    pushNotifications: null,
    emailNotifications: null,
    wildcardMentionsNotify: null,
  },
  settings: everythingWanted,
}

const gates: Partial<Circumstances>[] = [
  { isAddressee: false },
  { isRead: true },
  { isActive: true },
  { isActive: true, settings: { ...everythingWanted, enable_online_push_notifications: false } },
]

/** A direct message, and those to a channel with all kinds of mentions. */
function* messagesOfAllKinds(): Generator<Partial<Circumstances>> {
  yield { isDirect: true }
  yield { isDirect: true, isMentioned: true }
  for (const isMentioned of both) {
    for (const isGroupMentioned of both) {
      for (const isTopicMentioned of both) {
        for (const isChannelMentioned of both) {
          yield { isMentioned, isGroupMentioned, isTopicMentioned, isChannelMentioned }
        }
      }
    }
  }
}

/** What a person chose for the topic and the channel. */
function* choicesOfAllKinds(): Generator<Pick<Circumstances, 'topic' | 'channel'>> {
  for (const topic of [0, 1, 2, 3] as const) {
    for (const isMuted of both) {
      for (const wildcardMentionsNotify of own) {
        for (const pushNotifications of own) {
          // Pushes and mails are decided apart: what one has not is tried with the other.
          const emailNotifications = pushNotifications === null ? true : !pushNotifications
          yield { topic, channel: { isMuted, wildcardMentionsNotify, pushNotifications, emailNotifications } }
          yield {
            topic,
            channel: { isMuted, wildcardMentionsNotify, pushNotifications, emailNotifications: null },
          }
        }
      }
    }
  }
}

function* wishesOfAllKinds(): Generator<Pick<Circumstances, 'settings' | 'isActive'>> {
  for (let bits = 0; bits < 2 ** 7; bits++) {
    const has = (bit: number) => (bits & (1 << bit)) !== 0
    const isActive = has(0)
    const isOpposed = has(1)
    yield {
      isActive,
      settings: {
        enable_offline_push_notifications: has(2),
        enable_online_push_notifications: !isActive || isOpposed,
        enable_followed_topic_push_notifications: has(3),
        enable_stream_push_notifications: has(4),
        enable_offline_email_notifications: has(2) !== isOpposed,
        enable_followed_topic_email_notifications: has(3) !== isOpposed,
        enable_stream_email_notifications: has(4) !== isOpposed,
        enable_followed_topic_wildcard_mentions_notify: has(5),
        wildcard_mentions_notify: has(6),
      },
    }
  }
}
