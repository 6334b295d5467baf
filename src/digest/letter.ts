// The digest: what was said while somebody was away, composed when it is sent.
import { Type } from '@sinclair/typebox'
import { channelDirectory } from '../channels/repository'
import { shownTopic } from '../channels/topics'
import { link, paragraph, type Part } from '../mail/body'
import { letterKind } from '../mail/letter'
import { readerOf, type Reader } from '../mail/reader'
import { messageUrlOf } from '../messages/message-url'
import { messagesByIds } from '../messages/repository'
import { mayShow } from '../missed-messages/letter'
import { messageParts } from '../missed-messages/message-parts'
import { unsubscribeHeaders, unsubscribeUrl } from '../missed-messages/unsubscribe-link'
import { ownUrl } from '../organization/address'
import type { Organization } from '../organization/organization'
import { directory, type User } from '../users/repository'
import { livelyTopics, type LivelyTopic } from './topics'

/** So many topics are shown, with the first messages of each. */
const shown = { topics: 4, messages: 2 }

export const digestLetter = {
  name: 'digest',
  facts: Type.Object({
    userId: Type.Integer(),
    /** UNIX seconds: what was said earlier is left out. */
    since: Type.Integer(),
  }),
}

export const digestLetters = letterKind(digestLetter, ({ organization, payload: { userId, since } }) => {
  const person = directory(organization).byId.get(userId)
  const topics = person?.isActive ? livelyTopics(organization, person, since) : []
  // To say that nothing happened is no reason to write.
  if (!person || topics.length === 0) return undefined
  const reader = readerOf(organization, person)
  const ends = unsubscribeUrl(organization, 'digest', userId)
  const text = reader.texts.digest(reader.sender, {
    messages: topics.reduce((sum, { messageIds }) => sum + messageIds.length, 0),
    conversations: topics.length,
    topics: mayShow(organization, person)
      ? topics.slice(0, shown.topics).flatMap((topic) => topicParts(organization, person, reader, topic))
      : [],
    ends,
  })
  return { ...reader.letter(text), headers: unsubscribeHeaders(ends) }
})

function topicParts(
  organization: Organization,
  person: User,
  reader: Reader,
  { channelId, messageIds }: LivelyTopic,
): Part[] {
  const messages = messagesByIds(organization.db, messageIds.slice(0, shown.messages))
  const [first] = messages
  if (!first) return []
  const name = channelDirectory(organization).byId.get(channelId)?.name ?? ''
  const place = reader.texts.missedSubjects.topic(name, shownTopic(first.topic, false))
  const url = `${ownUrl(organization)}${messageUrlOf(organization, first)}`
  const further = messageIds.length - messages.length
  return [
    paragraph(link(place, url)),
    ...messageParts(organization, person, reader, messages, 'missed'),
    ...(further === 0 ? [] : [paragraph(reader.texts.further(further))]),
  ]
}
