// A small organization to render messages in, and a checker of the HTML that comes out.
import type { CompiledLinkifier } from '../../src/markdown/linkifiers.ts'
import { compileLinkifier } from '../../src/markdown/linkifiers.ts'
import type { LinkedFile } from '../../src/markdown/linked-files.ts'
import type { RenderContext } from '../../src/markdown/render.ts'

const people = [
  { id: 5, fullName: 'Anna' },
  { id: 6, fullName: 'Bo Dahl' },
  { id: 7, fullName: 'Bo Dahl' },
  { id: 8, fullName: 'Robert"><img src=x onerror=alert(1)>' },
]
const groups = [
  { id: 70, name: 'support' },
  { id: 71, name: 'role:members' },
]
const channels = [
  { id: 3, name: 'general' },
  { id: 4, name: 'R&D <b> (x.y)' },
]

const thumbnail = '/user_uploads/thumbnail/2/ab/p%20q.PNG/840x560.webp'
const size = { width: 1920, height: 1080 }

/** Uploads, by path: a picture, one that moves, one whose smaller ones are being made, and what else there is. */
const files: Record<string, LinkedFile> = {
  '2/ab/p q.PNG': { contentType: 'image/png', picture: { ...size, isAnimated: false, thumbnail } },
  '2/q.gif': {
    contentType: 'image/gif',
    picture: { ...size, isAnimated: true, thumbnail: '/user_uploads/thumbnail/2/q.gif/840x560-anim.webp' },
  },
  '2/new.jpg': { contentType: 'image/jpeg', picture: { ...size, isAnimated: false, thumbnail: undefined } },
  '2/really-a-page.png': { contentType: 'text/html', picture: undefined },
  '2/photo.heic': { contentType: 'image/heic', picture: undefined },
  '2/film.mp4': { contentType: 'video/mp4', picture: undefined },
  '2/song.mp3': { contentType: 'audio/mpeg', picture: undefined },
  '2/cd/d.pdf': { contentType: 'application/pdf', picture: undefined },
}

/** Anna (5), two Bo Dahls (6, 7), the groups support and role:members, the channels general and R&D, :parrot:. */
export const organization: RenderContext = {
  userById: (id) => people.find((person) => person.id === id),
  usersByName: (name) => people.filter((person) => person.fullName === name),
  groupByName: (name) => groups.find((group) => group.name === name),
  channelByName: (name) => channels.find((channel) => channel.name.toLowerCase() === name.toLowerCase()),
  customEmoji: (name) =>
    name === 'parrot' ? { id: '1', name, sourceUrl: '/user_avatars/2/emoji/1.gif' } : undefined,
  attachment: (path) => files[path],
  externalImage: () => undefined,
  showsImages: true,
  linkifiers: [],
  realmUrl: 'https://chat.example.com',
  emptyTopicName: 'general chat',
  translateEmoticons: false,
  defaultCodeLanguage: '',
}

/** A linkifier that is known to be right. */
export function linkifier(pattern: string, urlTemplate: string): CompiledLinkifier {
  const result = compileLinkifier(pattern, urlTemplate)
  if (!result.ok) throw new Error(result.problem)
  return result.linkifier
}

const emptyElements = new Set(['br', 'hr', 'img'])

/** Attributes that each element may carry. Typeset math is checked by `mathElements` instead. */
const elements: Record<string, readonly string[]> = {
  a: ['href', 'title', 'class', 'data-stream-id'],
  audio: ['controls', 'preload', 'src', 'title'],
  blockquote: [],
  br: [],
  code: [],
  del: [],
  div: ['class', 'data-code-language', 'aria-hidden'],
  em: [],
  ...Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((heading) => [heading, []])),
  hr: [],
  img: [
    'alt',
    'class',
    'src',
    'title',
    'data-animated',
    'data-original-dimensions',
    'data-original-content-type',
  ],
  li: [],
  ol: ['start'],
  p: [],
  pre: [],
  span: [
    'class',
    'data-user-id',
    'data-user-group-id',
    'aria-label',
    'role',
    'title',
    'style',
    'aria-hidden',
  ],
  strong: [],
  table: [],
  tbody: [],
  td: ['style'],
  th: ['style'],
  thead: [],
  time: ['datetime'],
  tr: [],
  ul: [],
  video: ['preload', 'src'],
}

const mathElements = /^(?:math|semantics|annotation|m[a-z]+|svg|path|line|span)$/
const mathAttributes =
  /^(?:xmlns|display|encoding|class|style|[a-z]+variant|stretchy|fence|separator|lspace|rspace|minsize|maxsize|width|height|depth|viewbox|preserveaspectratio|d|x[12]|y[12]|stroke-width|linebreak|accent|accentunder|linethickness|columnalign|rowspacing|columnspacing|columnlines|rowlines|scriptlevel|displaystyle|mathcolor|mathbackground|mathsize|voffset|notation|side|movablelimits|symmetric|form|largeop|bevelled|aria-hidden|xmlns:.*)$/
const safeTarget =
  /^(?:(?:https?|ftps?|sftp|ssh|git|svn|ircs?|nntp|rtsp|webcal|wss?):\/\/[^/]|(?:mailto|tel|sms|sips?|xmpp|matrix|geo):|magnet:\?|\/(?!\/)|#)/i
const piece = /<(\/?)([a-z][a-z0-9]*)((?: [^<>]*)?)>|([^<>]+)|[<>]/giy

/** What is wrong with a message's HTML: elements, attributes, nesting, targets, stray characters. Empty if nothing. */
export function htmlProblems(html: string): string[] {
  const problems: string[] = []
  const open: string[] = []
  for (const [whole, slash, name = '', attributes = '', text] of html.matchAll(new RegExp(piece, 'giy'))) {
    if (text !== undefined) {
      if (/&(?!(?:amp|lt|gt|quot|#x27|nbsp);)/.test(text)) problems.push(`bare & in ${text.slice(0, 40)}`)
    } else if (name === '') {
      problems.push(`stray ${whole}`)
    } else if (slash === '/') {
      const expected = open.pop()
      if (expected !== name) problems.push(`</${name}> closes <${expected}>`)
    } else {
      problems.push(
        ...tagProblems(name, attributes, open.includes('math') || open.includes('svg') || inMath(html)),
      )
      if (!emptyElements.has(name) && !attributes.endsWith('/')) open.push(name)
    }
  }
  if (open.length > 0) problems.push(`left open: ${open.join(', ')}`)
  return problems
}

function inMath(html: string): boolean {
  return html.includes('class="katex"')
}

function tagProblems(name: string, attributes: string, math: boolean): string[] {
  const problems: string[] = []
  const allowed = elements[name]
  if (!allowed && !(math && mathElements.test(name))) problems.push(`element ${name}`)
  const rest = attributes.replace(
    / ([a-z][a-z0-9:-]*)="([^"<>]*)"/gi,
    (_, attribute: string, value: string) => {
      const lower = attribute.toLowerCase()
      if (!allowed?.includes(lower) && !(math && mathAttributes.test(lower)))
        problems.push(`${name} ${attribute}`)
      problems.push(...valueProblems(name, lower, value))
      return ''
    },
  )
  if (rest !== '' && rest !== '/' && !(name === 'audio' && rest === ' controls'))
    problems.push(`attributes of ${name}: ${rest}`)
  return problems
}

function valueProblems(name: string, attribute: string, value: string): string[] {
  if (/&(?!(?:amp|lt|gt|quot|#x27);)/.test(value)) return [`bare & in ${attribute}`]
  if (attribute === 'href' || attribute === 'src') {
    const target = value.replaceAll('&amp;', '&')
    if (!safeTarget.test(target) || /\s/.test(target)) return [`${name} leads to ${value}`]
  }
  if (attribute === 'style' && !/^[a-z0-9#:;.,%() -]*$/i.test(value)) return [`style ${value}`]
  if (attribute === 'style' && /url|expression|position:fixed|position:absolute/i.test(value))
    return [`style ${value}`]
  return []
}
