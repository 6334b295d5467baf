// Markdown as messages have it: what is typed, and the HTML that clients of the protocol get.
import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { renderFully, renderMarkdown } from '../src/markdown/render.ts'
import { organization } from './support/markdown.ts'
import { randomly } from './support/random.ts'

const html = (content: string) => renderMarkdown(content, organization).html

const anna = '<span class="user-mention" data-user-id="5">@Anna</span>'
const silentAnna = '<span class="user-mention silent" data-user-id="5">Anna</span>'
const smile = '<span aria-label="smile" class="emoji emoji-1f642" role="img" title="smile">:smile:</span>'

describe('Markdown', () => {
  test.each([
    ['', ''],
    ['hello', '<p>hello</p>'],
    ['one\ntwo', '<p>one<br>\ntwo</p>'],
    ['one\n\ntwo', '<p>one</p>\n<p>two</p>'],
    [
      '**b** *i* ***bi*** ~~s~~ `c<d`',
      '<p><strong>b</strong> <em>i</em> <em><strong>bi</strong></em> <del>s</del> <code>c&lt;d</code></p>',
    ],
    ['# Title', '<h1>Title</h1>'],
    ['no\n---\nheading', '<p>no</p>\n<hr>\n<p>heading</p>'],
    ['[a]: http://b.c', '<p>[a]: <a href="http://b.c">http://b.c</a></p>'],
    ['- a\n- b\n  - c', '<ul>\n<li>a</li>\n<li>b\n<ul>\n<li>c</li>\n</ul>\n</li>\n</ul>'],
    ['3. a\n4. b', '<ol start="3">\n<li>a</li>\n<li>b</li>\n</ol>'],
    ['> a\n> b', '<blockquote>\n<p>a<br>\nb</p>\n</blockquote>'],
    ['<b>x</b> & "y"', '<p>&lt;b&gt;x&lt;/b&gt; &amp; &quot;y&quot;</p>'],
    [
      '|a|b|\n|-|:-:|\n|1|2|',
      '<table>\n<thead>\n<tr>\n<th>a</th>\n<th style="text-align: center;">b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td style="text-align: center;">2</td>\n</tr>\n</tbody>\n</table>',
    ],
  ])('%j', (content, expected) => expect(html(content)).toBe(expected))

  test('too many marks for quotes and lists are text, and nothing of the message is lost', () => {
    for (const mark of ['> ', '- ', '1. ']) {
      const { html: deep, textForSearch } = renderMarkdown(`${mark.repeat(200)}end`, organization)
      expect(deep.match(/<(blockquote|ul|ol)/g)?.length).toBeLessThanOrEqual(24)
      expect(textForSearch).toEndWith('end')
    }
  })
})

describe('mentions', () => {
  test.each([
    ['@**Anna**', anna],
    ['@_**Anna**', silentAnna],
    ['@**Anna|5**', anna],
    ['@**|5**', anna],
    ['@**Bo Dahl|7**', '<span class="user-mention" data-user-id="7">@Bo Dahl</span>'],
    ['@**Bo Dahl**', '<span class="user-mention" data-user-id="6">@Bo Dahl</span>'],
    ['@**all**', '<span class="user-mention channel-wildcard-mention" data-user-id="*">@all</span>'],
    [
      '@_**channel**',
      '<span class="user-mention channel-wildcard-mention silent" data-user-id="*">channel</span>',
    ],
    ['@**topic**', '<span class="topic-mention">@topic</span>'],
    ['@*support*', '<span class="user-group-mention" data-user-group-id="70">@support</span>'],
    [
      '@_*role:members*',
      '<span class="user-group-mention silent" data-user-group-id="71">role:members</span>',
    ],
    ['(@**Anna**)', `(${anna})`],
    ['**@**Anna** x**', `<strong>${anna} x</strong>`],
    ['@**Nobody**', '@<strong>Nobody</strong>'],
    ['@**anna**', '@<strong>anna</strong>'],
    ['@**Anna|6**', '@<strong>Anna|6</strong>'],
    ['@**|99**', '@<strong>|99</strong>'],
    ['@*nogroup*', '@<em>nogroup</em>'],
    ['a@**Anna**', 'a@<strong>Anna</strong>'],
    ['`@**Anna**`', '<code>@**Anna**</code>'],
    ['\\@**Anna**', `\\${anna}`],
    ['[@**Anna**](http://a.b)', '<a href="http://a.b">@<strong>Anna</strong></a>'],
  ])('%j', (content, expected) => expect(html(content)).toBe(`<p>${expected}</p>`))

  test('who is mentioned is listed once; silent mentions are not', () => {
    const all = '@**Anna** @**Anna|5** @**Bo Dahl|7** @_**Bo Dahl|6** @*support* @_*role:members*'
    const found = renderMarkdown(all, organization)
    expect(found.mentionedUserIds).toEqual([5, 7])
    expect(found.mentionedGroupIds).toEqual([70])
    expect([found.channelWildcard, found.topicWildcard]).toEqual([false, false])
  })

  test.each(['all', 'everyone', 'channel', 'stream'])('@**%s** reaches the channel', (name) => {
    expect(renderMarkdown(`@**${name}**`, organization).channelWildcard).toBe(true)
    expect(renderMarkdown(`@_**${name}**`, organization).channelWildcard).toBe(false)
  })

  test('@**topic** reaches the topic', () => {
    expect(renderMarkdown('@**topic**', organization)).toMatchObject({
      topicWildcard: true,
      channelWildcard: false,
    })
  })

  test.each([
    '> @**Anna** @**all** @**topic** @*support*',
    '```quote\n@**Anna** @**all** @**topic** @*support*\n```',
  ])('a quote notifies nobody: %j', (content) => {
    const found = renderMarkdown(content, organization)
    expect(found.html).toContain(silentAnna)
    expect(found).toMatchObject({
      mentionedUserIds: [],
      mentionedGroupIds: [],
      channelWildcard: false,
      topicWildcard: false,
    })
  })

  test('below a quote, mentions count again', () => {
    expect(renderMarkdown('> @**Anna**\n\n@**Bo Dahl|7**', organization).mentionedUserIds).toEqual([7])
  })
})

describe('links to channels, topics and messages', () => {
  const general = '/#narrow/channel/3-general'
  test.each([
    ['#**General**', `<a class="stream" data-stream-id="3" href="${general}">#general</a>`],
    [
      '#**general>lunch**',
      `<a class="stream-topic" data-stream-id="3" href="${general}/topic/lunch">#general &gt; lunch</a>`,
    ],
    [
      '#**general>a.b (c)%**',
      `<a class="stream-topic" data-stream-id="3" href="${general}/topic/a.2Eb.20.28c.29.25">#general &gt; a.b (c)%</a>`,
    ],
    [
      '#**general>**',
      `<a class="stream-topic" data-stream-id="3" href="${general}/topic/">#general &gt; <em>general chat</em></a>`,
    ],
    [
      '#**general>general chat**',
      `<a class="stream-topic" data-stream-id="3" href="${general}/topic/">#general &gt; <em>general chat</em></a>`,
    ],
    [
      '#**general>lunch@12**',
      `<a class="message-link" href="${general}/topic/lunch/near/12">#general &gt; lunch @ 💬</a>`,
    ],
    [
      '#**general>✔ done**',
      `<a class="stream-topic" data-stream-id="3" href="${general}/topic/.E2.9C.94.20done">#general &gt; ✔ done</a>`,
    ],
    ['#**nowhere>x**', '#<strong>nowhere&gt;x</strong>'],
    ['[#**general**](http://a.b)', '<a href="http://a.b">#<strong>general</strong></a>'],
  ])('%j', (content, expected) => expect(html(content)).toBe(`<p>${expected}</p>`))

  test('they are no links in the sense of has:link', () => {
    expect(renderMarkdown('#**general>lunch**', organization).hasLink).toBe(false)
  })
})

describe('emoji', () => {
  test.each([
    [':smile:', smile],
    ['x:smile::smile:', `x${smile}${smile}`],
    [
      ':thumbs_up:',
      '<span aria-label="thumbs up" class="emoji emoji-1f44d" role="img" title="thumbs up">:thumbs_up:</span>',
    ],
    [':parrot:', '<img alt=":parrot:" class="emoji" src="/user_avatars/2/emoji/1.gif" title="parrot">'],
    ['🙂!', `${smile}!`],
    ['❤', '<span aria-label="heart" class="emoji emoji-2764" role="img" title="heart">:heart:</span>'],
    ['1️⃣', '<span aria-label="one" class="emoji emoji-0031-20e3" role="img" title="one">:one:</span>'],
    [':no_such: 10:30:45 © 👍🏽 `:smile:`', ':no_such: 10:30:45 © 👍🏽 <code>:smile:</code>'],
  ])('%j', (content, expected) => expect(html(content)).toBe(`<p>${expected}</p>`))
})

describe('times', () => {
  test.each([
    ['2026-11-21T10:00:00Z', '2026-11-21T10:00:00Z'],
    ['2026-11-21T10:00:00+02:00', '2026-11-21T08:00:00Z'],
    ['2026-11-21 10:00 +0200', '2026-11-21T08:00:00Z'],
    ['2026-11-21T10:00', '2026-11-21T10:00:00Z'],
    ['2026-11-21', '2026-11-21T00:00:00Z'],
    ['1795255200', '2026-11-21T10:00:00Z'],
    ['Sat, 21 Nov 2026 10:00:00 GMT', '2026-11-21T10:00:00Z'],
  ])('<time:%s>', (typed, datetime) =>
    expect(html(`<time:${typed}>`)).toBe(`<p><time datetime="${datetime}">${typed}</time></p>`),
  )

  test.each(['junk', '2026-13-01', '999999999999', '2026-11-21T10:00:00Z"'])(
    '<time:%s> is an error',
    (typed) =>
      expect(html(`<time:${typed}>`)).toBe(
        `<p><span class="timestamp-error">Invalid time format: ${typed.replace('"', '&quot;')}</span></p>`,
      ),
  )
})

test('fenced code that names no language has the default one; what is indented, or names its own, has not', () => {
  const inPython = { ...organization, defaultCodeLanguage: 'python' }
  const data = (content: string) =>
    /data-code-language="([^"]*)"/.exec(renderMarkdown(content, inPython).html)?.[1]
  expect(data('```\nx\n```')).toBe('Python')
  expect(data('~~~ \nx\n~~~')).toBe('Python')
  expect(data('```text\nx\n```')).not.toBe('Python')
  expect(data('    x')).toBeUndefined()
  expect(renderMarkdown('```math\nx\n```', inPython).html).toContain('katex')
})

describe('blocks', () => {
  test.each([
    ['```\na<b\n```', '<div class="codehilite"><pre><span></span><code>a&lt;b\n</code></pre></div>'],
    ['    a', '<div class="codehilite"><pre><span></span><code>a\n</code></pre></div>'],
    [
      '```py\nx = "a"\n```',
      '<div class="codehilite" data-code-language="Python"><pre><span></span><code>x = <span class="s">&quot;a&quot;</span>\n</code></pre></div>',
    ],
    [
      '```elixir\nnil\n```',
      '<div class="codehilite" data-code-language="Elixir"><pre><span></span><code><span class="kc">nil</span>\n</code></pre></div>',
    ],
    [
      '~~~whatever"\n<b>\n~~~',
      '<div class="codehilite" data-code-language="whatever&quot;"><pre><span></span><code>&lt;b&gt;\n</code></pre></div>',
    ],
    [
      '```constructor\nx\n```',
      '<div class="codehilite" data-code-language="constructor"><pre><span></span><code>x\n</code></pre></div>',
    ],
    ['```quote\na\n```\nb', '<blockquote>\n<p>a</p>\n</blockquote>\n<p>b</p>'],
    [
      '```quote\n```quote\na\n```\nb\n```',
      '<blockquote>\n<blockquote>\n<p>a</p>\n</blockquote>\n<p>b</p>\n</blockquote>',
    ],
    [
      '````quote\n```\na\n```\n````\nb',
      '<blockquote>\n<div class="codehilite"><pre><span></span><code>a\n</code></pre></div>\n</blockquote>\n<p>b</p>',
    ],
    ['```quote\nleft open', '<blockquote>\n<p>left open</p>\n</blockquote>'],
    [
      '- ```quote\n  a\n  ```\n- b',
      '<ul>\n<li>\n<blockquote>\n<p>a</p>\n</blockquote>\n</li>\n<li>b</li>\n</ul>',
    ],
    [
      '```spoiler The *end*\nx\n```',
      '<div class="spoiler-block"><div class="spoiler-header">\n<p>The <em>end</em></p>\n</div><div class="spoiler-content" aria-hidden="true">\n<p>x</p>\n</div></div>',
    ],
    [
      '```spoiler\n```js\n1\n```\n```',
      '<div class="spoiler-block"><div class="spoiler-header">\n</div><div class="spoiler-content" aria-hidden="true">\n<div class="codehilite" data-code-language="JavaScript"><pre><span></span><code><span class="m">1</span>\n</code></pre></div>\n</div></div>',
    ],
  ])('%j', (content, expected) => expect(html(content)).toBe(expected))
})

describe('math', () => {
  test('in a line and as a block', () => {
    expect(html('so $$x^2$$!')).toMatch(
      /^<p>so <span class="katex"><span class="katex-mathml">.*<\/span>!<\/p>$/s,
    )
    expect(html('```math\nx^2\n```')).toMatch(
      /^<p><span class="katex-display"><span class="katex">.*<\/span><\/p>$/s,
    )
  })

  test.each([
    ['$$\\frac{$$', '<p><span class="tex-error">$$\\frac{$$</span></p>'],
    ['```math\n\\nonsense<b>\n```', '<p><span class="tex-error">\\nonsense&lt;b&gt;</span></p>'],
    ['$$ $$ $$$ 5$', '<p>$$ $$ $$$ 5$</p>'],
  ])('%j', (content, expected) => expect(html(content)).toBe(expected))
})

describe('links', () => {
  test.each([
    [
      'https://example.com/a_b_c?x=1&y=2.',
      '<a href="https://example.com/a_b_c?x=1&amp;y=2">https://example.com/a_b_c?x=1&amp;y=2</a>.',
    ],
    ['(www.example.de/x)', '(<a href="http://www.example.de/x">www.example.de/x</a>)'],
    ['www. www.x notes.md', 'www. www.x notes.md'],
    ['example.com', '<a href="http://example.com">example.com</a>'],
    ['a@example.de', '<a href="mailto:a@example.de">a@example.de</a>'],
    ['<https://a.b>', '<a href="https://a.b">https://a.b</a>'],
    ['**https://a.b**', '<strong><a href="https://a.b">https://a.b</a></strong>'],
    ['[t](https://a.b "say x")', '<a href="https://a.b" title="say x">t</a>'],
    ['[t]() []( )', '[t]() []()'],
    ['[t](example.com/x)', '<a href="http://example.com/x">t</a>'],
    ['[t](a@b.de)', '<a href="mailto:a@b.de">t</a>'],
    ['[t](#narrow/channel/3-x)', '<a href="/#narrow/channel/3-x">t</a>'],
    [
      'https://chat.example.com/#narrow/dm/5-x',
      '<a href="/#narrow/dm/5-x">https://chat.example.com/#narrow/dm/5-x</a>',
    ],
    [
      'https://chat.example.com/help',
      '<a href="https://chat.example.com/help">https://chat.example.com/help</a>',
    ],
    [
      'https://chat.example.community/#narrow/',
      '<a href="https://chat.example.community/#narrow/">https://chat.example.community/#narrow/</a>',
    ],
  ])('%j', (content, expected) => expect(html(content)).toBe(`<p>${expected}</p>`))

  test('uploads are noted; images elsewhere are links', () => {
    const content = `[p.PNG](/user_uploads/2/ab/p%20q.PNG) https://a.b/i.jpg\n\n> [q](/user_uploads/2/q.gif)\n\n[d](https://chat.example.com/user_uploads/2/cd/d.pdf?x)`
    const found = renderMarkdown(content, organization)
    expect(found).toMatchObject({ hasLink: true, hasImage: true, hasAttachment: true })
    expect(found.attachmentPaths).toEqual(['2/ab/p q.PNG', '2/q.gif', '2/cd/d.pdf'])
    expect(renderMarkdown('https://a.b/i.jpg', organization)).toMatchObject({
      html: '<p><a href="https://a.b/i.jpg">https://a.b/i.jpg</a></p>',
      hasImage: true,
    })
  })

  test('a plain message has none of it', () => {
    expect(renderMarkdown('plain', organization)).toMatchObject({
      hasLink: false,
      hasImage: false,
      hasAttachment: false,
      attachmentPaths: [],
    })
  })
})

describe('words', () => {
  test('search sees all of them; alert words count outside code, math, emoji and URLs', () => {
    const content =
      'Hi @**Anna** **bold** `code` :smile: https://a.b/url [label](http://x.y) $$tex$$\n```js\nblock\n```\n> quoted'
    const found = renderMarkdown(content, organization)
    expect(found.textForSearch).toBe('Hi @Anna bold code :smile: https://a.b/url label tex\nblock\nquoted')
    expect(found.alertText.split(/\s+/)).toEqual(['Hi', '@Anna', 'bold', 'label', 'quoted'])
  })

  test('/me is a status only where clients can show it as one', () => {
    expect(renderMarkdown('/me waves *softly*', organization).isMeMessage).toBe(true)
    for (const content of ['/me', 'x /me y', '/method x', '/me a\n\n- b', ' /me x']) {
      expect(renderMarkdown(content, organization).isMeMessage).toBe(false)
    }
  })

  test('plain text takes a short cut to the same rendering', async () => {
    const pieces = [
      'a',
      'Ж',
      '文',
      'é',
      '\u0301',
      '\u093e',
      '1',
      ' ',
      ' ',
      '.',
      '..',
      ':',
      ',',
      '?',
      "'",
      '"',
      '(',
      ')',
      '/',
      ';',
      'a (:',
      'a ;)',
      'www',
      'http',
      'com',
      '🙂',
      'ℹ',
      'ℹ️',
      '\ufe0f',
      '\u20e3',
      '-',
      '+',
      '*',
      '@',
      '\n',
      '&',
      '!',
      '#',
      '1.',
      'me',
      '_',
      '\ud800',
      '\u00a0',
      '\u200d',
      '\t',
      'ª',
      '\u00b7',
    ]
    const message = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((some) => some.join(''))
    const written = fc.tuple(message, fc.boolean())
    await randomly(written, { runs: 3000, must: 'text elements' }, ([content, translateEmoticons], did) => {
      const context = { ...organization, translateEmoticons }
      const rendered = renderMarkdown(content, context)
      expect(rendered).toEqual(renderFully(content.toWellFormed(), context))
      did(/<(?!\/?p>)/.test(rendered.html) ? 'elements' : 'text')
    })
    expect(html('Hello (again), "world": it works. Doesn\'t it?')).toBe(
      "<p>Hello (again), &quot;world&quot;: it works. Doesn't it?</p>",
    )
  })
})
