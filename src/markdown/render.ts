// Markdown to HTML: what a message's content becomes, and what is found in it on the way.
import { escapeHtml } from './escape.ts'
import type { LinkedFile } from './linked-files.ts'
import { type CompiledLinkifier, findLinkifierMatches } from './linkifiers.ts'
import { loadParser } from './lazy-parser.ts'
import type * as parser from './parser.ts'
import { Rendering } from './rendering.ts'

/** Stored with each message; raised whenever the same content would come out as other HTML. */
export const rendererVersion: number = 3

/**
 * What a message may refer to. Names are as typed; the lookups decide about case (people are matched exactly,
 * channels without case) and about what the sender may see.
 */
export interface RenderContext {
  userById(id: number): { id: number; fullName: string } | undefined
  /** Several people may share a name; where a mention does not say who, the first is meant. */
  usersByName(fullName: string): readonly { id: number; fullName: string }[]
  /** User groups, system groups (`role:…`) among them. */
  groupByName(name: string): { id: number; name: string } | undefined
  channelByName(name: string): { id: number; name: string } | undefined
  customEmoji(name: string): { name: string; sourceUrl: string } | undefined
  /** The upload at a path (what follows `/user_uploads/`), if the author may open it. */
  attachment(path: string): LinkedFile | undefined
  /** The address of ours at which an image elsewhere is shown; undefined where it is not. */
  externalImage(url: string): string | undefined
  /** Whether pictures and films are shown beside the links to them (`inline_image_preview`). */
  showsImages: boolean
  /** In the organization's order: of two that match the same text, the earlier wins. */
  linkifiers: readonly CompiledLinkifier[]
  /** For example `https://chat.example.com`, without a slash at the end; makes links to places here relative. */
  realmUrl: string
  /** What the empty topic is called (`realm_empty_topic_display_name`). */
  emptyTopicName: string
  /** Whether the author wants emoticons such as `:)` to become emoji. */
  translateEmoticons: boolean
  /** Of fenced code that names no language; empty for none. */
  defaultCodeLanguage: string
  messageId?: number
}

/** A message's HTML, and what sending it has to know. Silent mentions and mentions in quotes are not listed. */
export interface Rendered {
  html: string
  mentionedUserIds: readonly number[]
  mentionedGroupIds: readonly number[]
  /** `@**all**`, `@**everyone**`, `@**channel**` or `@**stream**`. */
  channelWildcard: boolean
  /** `@**topic**`. */
  topicWildcard: boolean
  isMeMessage: boolean
  hasLink: boolean
  hasImage: boolean
  /** Whether it links to uploads that its author may open; `attachmentPaths` has what follows `/user_uploads/` in those links. */
  hasAttachment: boolean
  attachmentPaths: readonly string[]
  /** Pages on the web that it links to, in order, outside of quotes and spoilers. */
  pageUrls: readonly string[]
  /** The words of the message without markup. */
  textForSearch: string
  /** The words in which alert words count: outside code, math and URLs. */
  alertText: string
}

/** Renders a message's content (contract 2.2, `content` and `rendered_content`). Never throws, whatever is in it. */
export function renderMarkdown(content: string, context: RenderContext): Rendered {
  const text = content.toWellFormed()
  const mayHaveMore =
    context.linkifiers.length > 0 || (context.translateEmoticons && plainEmoticon.test(text))
  if (isPlain(text) && !mayHaveMore) return rendered(text, plainRendering(text, context))
  return renderFully(text, context)
}

/** The rendering without the short cut for plain text; the short cut has to give the same. */
export function renderFully(content: string, context: RenderContext): Rendered {
  const rendering = new Rendering(context)
  try {
    loaded ??= loadParser()
    return rendered(content, rendering, loaded.parseToHtml(content, rendering))
  } catch (error) {
    // A bug here must not keep a message from being sent: it is shown as it was typed, and the bug is told.
    process.emitWarning(error instanceof Error ? error : new Error(String(error)))
    return rendered(content, plainRendering(content, context))
  }
}

let loaded: typeof parser | undefined

/** The links in a topic, in the order of the text: what linkifiers match, and web addresses (contract 2.2). */
export function renderTopicLinks(
  topic: string,
  linkifiers: readonly CompiledLinkifier[],
): { text: string; url: string }[] {
  const text = topic.toWellFormed()
  const matches = findLinkifierMatches(text, linkifiers, { linkifierCharacters: 50_000 })
  for (const { 0: address, index } of text.matchAll(/https?:\/\/[^\s<>"]+[^\s<>".,;:!?')\]]/g)) {
    const end = index + address.length
    if (matches.some((taken) => taken.start < end && index < taken.end)) continue
    matches.push({ start: index, end, url: address })
  }
  return matches
    .sort((a, b) => a.start - b.start)
    .map(({ start, end, url }) => ({ text: text.slice(start, end), url }))
}

/**
 * One line of words: letters, digits and punctuation that no syntax uses. A dot or colon has to end a word, or it
 * might be part of an address; a first digit might number a list; some letters (ℹ) are emoji.
 */
const plain =
  /^[\p{L}--[\u2139]](?:[[\p{L}\p{Mn}\p{Mc}0-9 ,;?'"\(\)\/]--\p{Variation_Selector}--[\u2139]]|[.:](?=[ .]|$))*(?<! )$/v

/** Emoticons made of the same signs. */
const plainEmoticon = /\(:|;\)/

function isPlain(text: string): boolean {
  return plain.test(text)
}

/** The rendering of a text without any syntax. */
function plainRendering(text: string, context: RenderContext): Rendering {
  const rendering = new Rendering(context)
  rendering.textForSearch = text
  rendering.alertText = text
  return rendering
}

function rendered(content: string, rendering: Rendering, html = paragraph(content)): Rendered {
  return {
    html,
    mentionedUserIds: [...rendering.mentionedUserIds],
    mentionedGroupIds: [...rendering.mentionedGroupIds],
    channelWildcard: rendering.channelWildcard,
    topicWildcard: rendering.topicWildcard,
    isMeMessage: content.startsWith('/me ') && html.startsWith('<p>/me ') && html.endsWith('</p>'),
    hasLink: rendering.hasLink,
    hasImage: rendering.hasImage,
    hasAttachment: rendering.attachmentPaths.size > 0,
    attachmentPaths: [...rendering.attachmentPaths],
    pageUrls: [...rendering.pageUrls],
    textForSearch: rendering.textForSearch,
    alertText: rendering.alertText,
  }
}

function paragraph(text: string): string {
  return `<p>${escapeHtml(text).replaceAll('\n', '<br>\n')}</p>`
}
