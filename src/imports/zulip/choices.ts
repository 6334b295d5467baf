// What people have chosen and kept in Zulip, as its data export has it.
import type { Payload } from '../../incoming-webhooks/payload'
import { rowsIn } from '../archive'
import type { Names, SourceChoices, SourceMessage, SourceUnsent } from '../source'
import type { Spool } from '../spool'
import { jsonIn } from './configuration'
import { momentOf, rowsOf } from './tables'

/** What a topic can be to somebody, by its number there. */
const visibilities: Readonly<Record<number, 'muted' | 'unmuted' | 'followed'>> = {
  1: 'muted',
  2: 'unmuted',
  3: 'followed',
}
const channelProperties = [
  'color',
  'is_muted',
  'pin_to_top',
  'desktop_notifications',
  'audible_notifications',
  'push_notifications',
  'email_notifications',
  'wildcard_mentions_notify',
] as const

/** What of the archive has to be asked for them. */
export interface Places {
  /** Where a recipient is; undefined for what is none. */
  placeOf(recipient: string, senderId: string, topic: string): SourceMessage['to'] | undefined
  markdown(content: string, names: Names): string
}

export function* choicesIn(spool: Spool, places: Places): Iterable<SourceChoices> {
  for (const user of rowsIn(spool, 'zerver_userprofile')) {
    const personId = user.text('id')
    const rows = (table: string) => rowsOf(spool, table, Number(personId))
    const status = rows('zerver_userstatus').find(
      (each) => each.text('status_text') !== '' || each.text('emoji_name') !== '',
    )
    const snippets = rows('zerver_savedsnippet')
    yield {
      personId,
      settings: Object.fromEntries(user.entries().map(([name, { value }]) => [name, value])),
      channels: rowsOf(spool, 'subscriptions of people', Number(personId)).flatMap((each) =>
        channelChoices(each, places),
      ),
      topics: rows('zerver_usertopic').flatMap((each) => {
        const visibility = visibilities[each.number('visibility_policy') ?? 0]
        const topic = each.text('topic_name')
        return visibility ? [{ channelId: each.text('stream'), topic, visibility }] : []
      }),
      mutedIds: rows('zerver_muteduser').map((each) => each.text('muted_user')),
      alertWords: rows('zerver_alertword').map((each) => each.text('word')),
      profile: rows('zerver_customprofilefieldvalue').map(profileValue),
      ...(status ? { status: { text: status.text('status_text'), emoji: status.text('emoji_name') } } : {}),
      snippets: snippets.map((each) => ({ title: each.text('title'), content: each.text('content') })),
      drafts: rows('zerver_draft').flatMap((draft) =>
        unsent(draft, places, { personId, topic: draft.text('topic'), time: 'last_edit_time' }),
      ),
      scheduled: rows('zerver_scheduledmessage')
        .filter((each) => !each.is('delivered') && each.number('delivery_type') !== 2)
        .flatMap((each) =>
          unsent(each, places, { personId, topic: each.text('subject'), time: 'scheduled_timestamp' }),
        ),
    }
  }
}

function channelChoices(subscription: Payload, { placeOf }: Places): NonNullable<SourceChoices['channels']> {
  const to = placeOf(subscription.text('recipient'), subscription.text('user_profile'), '')
  if (!to || !('channelId' in to) || subscription.at('active').value === false) return []
  return channelProperties.flatMap((property) => {
    const { value } = subscription.at(property)
    const isSaid = typeof value === 'string' || typeof value === 'boolean'
    // That is how it is without anybody having said so.
    const isUsual = (property === 'is_muted' || property === 'pin_to_top') && value === false
    return isSaid && !isUsual ? [{ channelId: to.channelId, property, value }] : []
  })
}

/** People are named in a list, written as JSON. */
function profileValue(row: Payload): { fieldId: string; value: string | string[] } {
  const people = jsonIn(row, 'value').list()
  const ids = people.map((each) => each.text())
  return { fieldId: row.text('field'), value: people.length > 0 ? ids : row.text('value') }
}

function unsent(
  row: Payload,
  { placeOf, markdown }: Places,
  { personId, topic, time }: { personId: string; topic: string; time: string },
): SourceUnsent[] {
  const to = placeOf(row.text('recipient'), personId, topic)
  const moment = momentOf(row, time)
  if (!to || moment === undefined) return []
  return [{ to, content: (names) => markdown(row.text('content'), names), time: moment }]
}
