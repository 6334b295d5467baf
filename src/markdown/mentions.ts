// Mentions: @**Name**, @**Name|id**, @**all**, @*group*, and their silent forms with an underscore after the @.
import type { MarkdownIt } from 'markdown-it'
import { escapeHtml } from './escape.ts'
import { addInlineSyntax, attribute, type Ready, standsAlone } from './ready-html.ts'
import { type Rendering, renderingOf } from './rendering.ts'

const channelWildcards = new Set(['all', 'everyone', 'channel', 'stream'])
const personOrWildcard = /@(_?)\*\*([^*\n]{1,200})\*\*/y
const group = /@(_?)\*([^*\n]{1,200})\*(?!\*)/y
const nameWithId = /^(.*)\|(\d{1,15})$/

/** Adds mentions to the parser. They stay text inside words and links, and are silent inside quotes. */
export function mentionsPlugin(md: MarkdownIt): void {
  addInlineSyntax(md, 'emphasis', 'mention', personOrWildcard, ([, mark = '', name = ''], state) => {
    if (!standsAlone(state)) return undefined
    const rendering = renderingOf(state.env)
    const silent = mark !== '' || rendering.quoteDepth > 0
    if (channelWildcards.has(name)) return () => mentionChannel(rendering, name, silent)
    if (name === 'topic') return () => mentionTopic(rendering, silent)
    const user = findUser(rendering, name)
    return user && (() => mentionUser(rendering, user, silent))
  })
  addInlineSyntax(md, 'emphasis', 'group_mention', group, ([, mark = '', name = ''], state) => {
    if (!standsAlone(state)) return undefined
    const rendering = renderingOf(state.env)
    const found = rendering.context.groupByName(name)
    const silent = mark !== '' || rendering.quoteDepth > 0
    return found && (() => mentionGroup(rendering, found, silent))
  })
}

interface Person {
  readonly id: number
  readonly fullName: string
}

/** The person meant: by name, by name and ID (both have to fit), or by ID alone (`|5`). */
function findUser({ context }: Rendering, typed: string): Person | undefined {
  const byName = context.usersByName(typed)[0]
  if (byName) return byName
  const [, name, id] = nameWithId.exec(typed) ?? []
  if (name === undefined || id === undefined) return undefined
  if (name === '') return context.userById(Number(id))
  return context.usersByName(name).find((user) => user.id === Number(id))
}

function mentionUser(rendering: Rendering, user: Person, silent: boolean): Ready {
  if (!silent) rendering.mentionedUserIds.add(user.id)
  return mention('user-mention', attribute('data-user-id', user.id), user.fullName, silent)
}

function mentionGroup(rendering: Rendering, found: { id: number; name: string }, silent: boolean): Ready {
  if (!silent) rendering.mentionedGroupIds.add(found.id)
  return mention('user-group-mention', attribute('data-user-group-id', found.id), found.name, silent)
}

function mentionChannel(rendering: Rendering, name: string, silent: boolean): Ready {
  if (!silent) rendering.channelWildcard = true
  return mention('user-mention channel-wildcard-mention', attribute('data-user-id', '*'), name, silent)
}

function mentionTopic(rendering: Rendering, silent: boolean): Ready {
  if (!silent) rendering.topicWildcard = true
  return mention('topic-mention', '', 'topic', silent)
}

function mention(classes: string, data: string, name: string, silent: boolean): Ready {
  const text = silent ? name : `@${name}`
  const html = `<span class="${classes}${silent ? ' silent' : ''}"${data}>${escapeHtml(text)}</span>`
  return { kind: 'mention', html, text }
}
