// The letter about what a person missed of one conversation: composed when it is sent, of what is unread then.
import { Type, type Static } from '@sinclair/typebox'
import { channelDirectory } from '../channels/repository'
import { isResolved, resolvedMark, shownTopic, topicKey } from '../channels/topics'
import { link } from '../mail/body'
import { letterKind, type Letter } from '../mail/letter'
import { readerOf, type Reader } from '../mail/reader'
import { conversation } from '../messages/conversations'
import { messageUrlOf } from '../messages/message-url'
import { messagesByIds, type StoredMessage } from '../messages/repository'
import { canRead } from '../messages/access'
import { triggers } from '../notifications/triggers'
import { ownUrl } from '../organization/address'
import type { Organization } from '../organization/organization'
import { settings } from '../organization/settings'
import { signature } from '../organization/signing'
import { settingsOf } from '../user-settings/repository'
import { directory, type User } from '../users/repository'
import { messageParts, nameFor } from './message-parts'
import { replyAddress } from './reply-address'
import { idsBefore } from './repository'
import { stillMissed } from './still-missed'
import { unsubscribeHeaders, unsubscribeUrl } from './unsubscribe-link'

/** So many messages before the first that was missed are shown, unless they are older than that, in seconds. */
const context = { most: 3, since: 24 * 3600 }

export const missedLetter = {
  name: 'missed-messages',
  facts: Type.Object({
    userId: Type.Integer(),
    /** In one conversation, ascending. */
    messageIds: Type.Array(Type.Integer()),
    /** How many more there were. */
    further: Type.Integer(),
    trigger: Type.Union(triggers.map((trigger) => Type.Literal(trigger))),
  }),
}

export const missedLetters = letterKind(missedLetter, ({ organization, payload }) => {
  const person = directory(organization).byId.get(payload.userId)
  const messages = person ? stillMissed(organization, person, payload.messageIds) : []
  const [first] = messages
  if (!person || !first) return undefined
  const reader = readerOf(organization, person)
  const ends = unsubscribeUrl(organization, 'missed_messages', person.id)
  const letter = mayShow(organization, person)
    ? openLetter(organization, person, reader, messages, { ...payload, first, ends })
    : reader.letter(
        reader.texts.missedInSecret(reader.sender, {
          subject: withOrganization(organization, person, reader, reader.texts.missedSubjects.hidden),
          count: messages.length + payload.further,
          ends,
        }),
      )
  const headers = { ...threadHeaders(organization, person, first), ...unsubscribeHeaders(ends) }
  return { ...letter, headers }
})

/** Whether mails to them may say what messages do. */
export function mayShow(organization: Organization, person: User): boolean {
  return (
    settings(organization).message_content_allowed_in_email_notifications &&
    settingsOf(organization, person.id).message_content_in_email_notifications
  )
}

interface Further extends Pick<Static<typeof missedLetter.facts>, 'further' | 'trigger'> {
  first: StoredMessage
  ends: string
}

function openLetter(
  organization: Organization,
  person: User,
  reader: Reader,
  messages: readonly StoredMessage[],
  { first, further, trigger, ends }: Further,
): Letter {
  const { texts, sender } = reader
  const place = placeOf(organization, person, reader, first)
  const answersTo = replyAddress(organization, person.id, messages.at(-1)?.id ?? first.id)
  const text = texts.missedMessages(sender, {
    subject: withOrganization(organization, person, reader, place),
    place: link(place, `${ownUrl(organization)}${messageUrlOf(organization, first)}`),
    messages: [
      ...messageParts(organization, person, reader, before(organization, person, first), 'context'),
      ...messageParts(organization, person, reader, messages, 'missed'),
    ],
    further,
    why: texts.missedReasons[trigger],
    ends,
    canAnswer: answersTo !== undefined,
  })
  const writers = [...new Set(messages.map((message) => nameFor(organization, person, message.senderId)))]
  return {
    ...reader.letter(text),
    fromName: texts.listed(writers),
    ...(answersTo === undefined ? {} : { replyTo: answersTo }),
  }
}

/** What came before the first, as far as the person may read it. */
function before(organization: Organization, person: User, first: StoredMessage): StoredMessage[] {
  const range = { since: first.sentAt - context.since, limit: context.most }
  const ids = idsBefore(organization.db, first, topicKey(first.topic), range)
  return messagesByIds(organization.db, ids).filter((message) => canRead(organization, person, message))
}

/** The conversation in words, such as `#design > logo` or `DMs with Bob`. */
function placeOf(
  organization: Organization,
  person: User,
  { texts: { missedSubjects: subjects } }: Reader,
  { channelId, conversationId, topic }: StoredMessage,
): string {
  if (channelId === null) {
    const others = conversation(organization, conversationId).memberIds.filter((id) => id !== person.id)
    return subjects.direct(others.map((id) => nameFor(organization, person, id)))
  }
  const name = channelDirectory(organization).byId.get(channelId)?.name ?? ''
  if (!isResolved(topic)) return subjects.topic(name, shownTopic(topic, false))
  return subjects.resolved(subjects.topic(name, shownTopic(topic.slice(resolvedMark.length), false)))
}

/** 1: as it seems fit, which is where a server has several organizations; 2: always; 3: never. */
function withOrganization(
  organization: Organization,
  person: User,
  { texts, sender }: Reader,
  subject: string,
): string {
  const policy = settingsOf(organization, person.id).realm_name_in_email_notifications_policy
  const isNamed = policy === 2 || (policy === 1 && organization.subdomain !== '')
  return isNamed ? texts.missedSubjects.inOrganization(subject, sender.name) : subject
}

/** Mail programs show the mails about one conversation together. */
function threadHeaders(
  organization: Organization,
  person: User,
  { conversationId, topic }: StoredMessage,
): Record<string, string> {
  const { hostname } = new URL(ownUrl(organization))
  const thread = signature(organization, 'mail thread', `${person.id} ${conversationId} ${topicKey(topic)}`)
  const id = `<${thread.slice(0, 32)}@${hostname}>`
  return { References: id, 'In-Reply-To': id }
}
