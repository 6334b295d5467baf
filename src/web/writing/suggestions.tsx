// What is offered for what is being written, the likeliest first.
import { AtSign, Hash, Lock, MessageSquare, Slash, TextQuote, Users } from 'lucide-preact'
import { Emoji } from '../emoji/emoji'
import { findEmoji } from '../emoji/emoji-search'
import { state } from '../live/state'
import { Avatar } from '../parts/avatar'
import { renderedText } from '../parts/rendered-html'
import type { Option } from '../parts/combobox'
import type { Channel } from '../store/channels'
import type { Group } from '../store/groups'
import { isAmong, memberIdsOf } from '../store/membership'
import { channelNamed, usersNamed } from '../store/names'
import type { User } from '../store/users'
import { text, type TextKey } from '../texts/text'
import { fetchTopics } from './channel-topics'
import type { Destination } from './destination'
import { findPeople, findTopics, fitting } from './finding'
import { mentionOf } from './mention-text'
import { slashCommands } from './slash-commands'
import type { Wanted } from './wanted'

export interface Suggestion extends Option {
  /** What is written in place of what was typed. */
  insert: string
}

const atMost = 8

export function suggestionsFor(wanted: Wanted, to: Destination): Suggestion[] {
  switch (wanted.kind) {
    case 'mention':
      return mentions(wanted, to)
    case 'channel':
      return channels(wanted.query)
    case 'topic':
      return topics(wanted)
    case 'emoji':
      return findEmoji(wanted.query, atMost).map(({ name, code, type }) => ({
        key: `${type} ${code}`,
        label: `:${name}:`,
        insert: `:${name}: `,
        picture: <Emoji name={name} code={code} type={type} />,
      }))
    case 'command':
      return commands(wanted)
  }
}

function mentions({ query, isSilent }: Wanted & { kind: 'mention' }, to: Destination): Suggestion[] {
  const people = findPeople(query, to).map((user) => personSuggestion(user, isSilent))
  const wildcards = to.type === 'stream' && !isSilent ? wildcardsFor(query) : []
  const groups = groupsFor(query, isSilent)
  // Whoever types `@all` means that, unless somebody is called so; otherwise people come first.
  const isCalledSo = people[0]?.label.toLowerCase().startsWith(query.toLowerCase()) === true
  const isWildcard = query.length > 1 && !isCalledSo
  return isWildcard ? [...wildcards, ...people, ...groups] : [...people, ...groups, ...wildcards]
}

function personSuggestion(user: User, isSilent: boolean): Suggestion {
  const { user_id: id, full_name: name, avatar_url: url, is_bot, delivery_email: email } = user
  const isOne = usersNamed(state(), name).length < 2
  const detail = is_bot ? text('writing.bot') : isOne ? undefined : (email ?? `#${id}`)
  return {
    key: `person ${id}`,
    label: name,
    insert: `${mentionOf(id, name, isSilent)} `,
    picture: <Avatar id={id} name={name} url={url} size={22} />,
    ...(detail === undefined ? {} : { detail }),
  }
}

const wildcards: readonly { name: string; detail: TextKey }[] = [
  { name: 'all', detail: 'writing.mentionAll' },
  { name: 'everyone', detail: 'writing.mentionAll' },
  { name: 'channel', detail: 'writing.mentionAll' },
  { name: 'topic', detail: 'writing.mentionTopic' },
]

function wildcardsFor(query: string): Suggestion[] {
  const offered =
    query === '' ? wildcards.filter(({ name }) => name === 'all' || name === 'topic') : wildcards
  return offered
    .filter(({ name }) => name.startsWith(query.toLowerCase()))
    .map(({ name, detail }) => ({
      key: `wildcard ${name}`,
      label: name,
      detail: text(detail),
      insert: `@**${name}** `,
      picture: <AtSign size={16} aria-hidden="true" />,
    }))
}

const systemGroups: Readonly<Record<string, TextKey>> = {
  'role:owners': 'writing.groupOwners',
  'role:administrators': 'writing.groupAdministrators',
  'role:moderators': 'writing.groupModerators',
  'role:fullmembers': 'writing.groupFullMembers',
  'role:members': 'writing.groupMembers',
  'role:everyone': 'writing.groupEveryone',
}

function groupName({ name }: Group): string {
  const known = systemGroups[name]
  return known ? text(known) : name
}

function groupsFor(query: string, isSilent: boolean): Suggestion[] {
  const known = state()
  const { user_id: me } = known.ownUser
  const offered = [...known.groups.values()].filter(
    (group) =>
      !group.deactivated &&
      (!group.is_system_group || (query !== '' && systemGroups[group.name] !== undefined)) &&
      !/[*]/.test(group.name) &&
      (isSilent || isAmong(known, group.can_mention_group, me)),
  )
  return fitting(query, offered, groupName, () => 0, 4).map((group) => ({
    key: `group ${group.id}`,
    label: groupName(group),
    detail: text('writing.groupOf', { count: memberIdsOf(known, group.id).size }),
    insert: `@${isSilent ? '_' : ''}*${group.name}* `,
    picture: <Users size={16} aria-hidden="true" />,
  }))
}

function channels(query: string): Suggestion[] {
  const { channels: all, subscriptions } = state()
  const offered = [...all.values()].filter(({ is_archived }) => !is_archived)
  return fitting(
    query,
    offered,
    ({ name }) => name,
    ({ stream_id: id }) => (subscriptions.has(id) ? 0.3 : 0),
  ).map((channel) => ({
    key: `channel ${channel.stream_id}`,
    label: channel.name,
    detail: renderedText(channel.rendered_description).split('\n')[0] ?? '',
    insert: `${channelMention(channel)} `,
    picture: channel.invite_only ? (
      <Lock size={15} aria-hidden="true" />
    ) : (
      <Hash size={15} aria-hidden="true" />
    ),
  }))
}

/** Names with signs that the syntax has itself can't be written in it: then it is a link. */
function channelMention({ stream_id: id, name }: Channel, topic?: string): string {
  const words = topic === undefined ? name : `${name}>${topic}`
  if (/[*>`$]|&|\[|\]/.test(name) || /[*`$]/.test(topic ?? '')) {
    const shown = `#${words}`.replaceAll(/[[\]`*$]/g, '·')
    const path = topic === undefined ? '' : `/topic/${encodeURIComponent(topic).replaceAll('%', '.')}`
    return `[${shown}](#narrow/channel/${id}${path})`
  }
  return `#**${words}**`
}

function topics({ channel: name, query }: Wanted & { kind: 'topic' }): Suggestion[] {
  const channel = channelNamed(state(), name)
  if (!channel) return []
  void fetchTopics(channel.stream_id)
  const known = findTopics(query, channel.stream_id).filter((topic) => topic !== '')
  const typed = query.trim()
  const all = typed === '' || known.includes(typed) ? known : [...known, typed]
  return all.map((topic) => ({
    key: `topic ${topic}`,
    label: topic,
    detail: `#${channel.name}`,
    insert: `${channelMention(channel, topic)} `,
    picture: <MessageSquare size={15} aria-hidden="true" />,
  }))
}

function commands({ query, isFirst }: Wanted & { kind: 'command' }): Suggestion[] {
  const wanted = query.toLowerCase()
  const known = isFirst ? slashCommands.filter(({ name }) => name.startsWith(wanted)) : []
  const snippets = fitting(
    query,
    state().savedSnippets,
    ({ title }) => title,
    () => 0,
    6,
  )
  return [
    ...known.map(({ name, label }) => ({
      key: `command ${name}`,
      label: `/${name}`,
      detail: text(label),
      insert: `/${name} `,
      picture: <Slash size={14} aria-hidden="true" />,
    })),
    ...snippets.map(({ id, title, content }) => ({
      key: `snippet ${id}`,
      label: title,
      detail: content.slice(0, 60),
      insert: content,
      picture: <TextQuote size={15} aria-hidden="true" />,
    })),
  ]
}
