// Every narrow against a slow, obvious reference, in random organizations: who sees what, and what each operator means.
import type { NarrowJson } from '../src/events/queue'
import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { conversation } from '../src/messages/conversations'
import { ApiError } from '../src/http/errors'
import { matchesNarrow } from '../src/narrow/match'
import { parseNarrow } from '../src/narrow/parse'
import { narrowQuery } from '../src/narrow/query'
import { atOnce } from '../src/organization/turns'
import { textOfHtml } from '../src/search/html-text'
import { searchedText } from '../src/search/query'
import type { User } from '../src/users/repository'
import { keyOf, named, narrow, reference, type Term } from './support/narrow-reference'
import { inSmallSteps } from './support/narrow-steps'
import { history, isReadable, kindsOfSteps, viewersOf, World, type Message } from './support/narrow-world'
import { randomly } from './support/random'

const mustHappen = `channel channels topic sender dm dm-including group-pm-with is has in id with search negated
  ${kindsOfSteps}`

test('every narrow finds what the reference finds, for everybody, and the filter of events agrees', async () => {
  let compared = 0
  const narrows = fc.array(narrow, { minLength: 40, maxLength: 40 })
  const worlds = fc.tuple(history, narrows)
  await randomly(
    worlds,
    { runs: 6, must: mustHappen, shrinks: false, evenly: true },
    async ([steps, asked], did) => {
      const world = await World.make(steps, did)
      try {
        for (const terms of asked) {
          for (const viewer of viewersOf(world)) {
            const found = compare(world, viewer, terms)
            inSmallSteps(() => compare(world, viewer, terms))
            compared += found
            if (found > 0) for (const { operator, negated } of terms) did(negated ? 'negated' : operator)
          }
        }
      } finally {
        await world.server.stop()
      }
    },
  )
  expect(compared).toBeGreaterThan(500)
}, 240_000)

/** @returns how many messages were found. */
function compare(world: World, viewer: User | undefined, written: readonly Term[]): number {
  const { organization, messages } = world
  const terms = written.map((term) => ({ ...term, operand: named(world, term) }))
  const wanted = reference(world, viewer, written)
  const label = { viewer: viewer?.fullName, terms }
  let query
  try {
    query = narrowQuery(organization, viewer, parseNarrow(terms))
  } catch (error) {
    // Only for what the viewer may not know of.
    if (!(error instanceof ApiError) || wanted !== undefined) throw error
    return 0
  }
  if (!wanted) expect(label).toEqual({ ...label, viewer: 'refused' })
  const ids = wanted?.map(({ id }) => id) ?? []
  const middle = ids[Math.floor(ids.length / 2)] ?? 0
  const everything = messages.map(({ id }) => id)
  const found = {
    ascending: atOnce(query.ids({ limit: 1000, order: 'ascending' })).ids,
    descending: atOnce(query.ids({ limit: 1000, order: 'descending' })).ids,
    after: atOnce(query.ids({ order: 'ascending', after: middle, limit: 2 })).ids,
    upTo: atOnce(query.ids({ order: 'descending', upTo: middle, limit: 2 })).ids,
    among: atOnce(query.among(everything)),
  }
  const expected = {
    ascending: ids,
    descending: ids.toReversed(),
    after: ids.filter((id) => id > middle).slice(0, 2),
    upTo: ids
      .filter((id) => id <= middle)
      .slice(-2)
      .reverse(),
    among: ids,
  }
  // Comparing is quick, what `expect` makes of it is not.
  if (!Bun.deepEquals(found, expected)) expect({ ...label, ...found }).toEqual({ ...label, ...expected })
  if (viewer) compareFilter(world, viewer, terms)
  return ids.length
}

/** The filter of events takes what the query finds among all that somebody may read. */
function compareFilter(world: World, viewer: User, terms: NarrowJson): void {
  const { organization, messages } = world
  const readable = messages.filter((message) => isReadable(world, viewer, message))
  const taken = readable
    .filter((message) => matchesNarrow(organization, viewer.id, terms, factsOf(world, viewer, message)))
    .map(({ id }) => id)
  const query = narrowQuery(organization, viewer, parseNarrow(terms), 'readable')
  const among = atOnce(query.among(messages.map(({ id }) => id)))
  if (!Bun.deepEquals(taken, among)) {
    expect({ viewer: viewer.fullName, terms, taken }).toEqual({
      viewer: viewer.fullName,
      terms,
      taken: among,
    })
  }
}

/** The message as the filter of events is told of it. */
function factsOf(world: World, viewer: User, message: Message) {
  const row = world.organization.db.sqlite
    .query<{ conversationId: number; renderedContent: string }, [number]>(
      'SELECT conversation_id AS conversationId, rendered_content AS renderedContent FROM messages WHERE id = ?',
    )
    .get(message.id)
  return {
    id: message.id,
    senderId: message.senderId,
    conversation: conversation(world.organization, row?.conversationId ?? 0),
    topic: message.topic,
    topicKey: keyOf(message.topic),
    has: {
      attachment: message.files.length > 0,
      image: message.content.endsWith('.png'),
      link: /https:|user_uploads/.test(message.content),
      reaction: message.reactions.size > 0,
    },
    searched: () => searchedText(textOfHtml(row?.renderedContent ?? ''), message.topic),
    flags: world.flags(viewer.id, message),
  }
}
