// Markdown against those who mean harm: nothing they type becomes markup of theirs or stops the server.
import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { renderMarkdown, renderTopicLinks } from '../src/markdown/render.ts'
import { htmlProblems, linkifier, organization } from './support/markdown.ts'
import { hostilePayloads, hostilePlaces, hostileTargets, linksTo } from './support/hostile-texts.ts'
import { randomly, type Did } from './support/random.ts'

const context = {
  ...organization,
  translateEmoticons: true,
  linkifiers: [linkifier('#(?P<id>[^ ]+)', 'https://t.example/{id}')],
}

describe('the checker itself sees', () => {
  test.each([
    '<script>alert(1)</script>',
    '<p onclick="x">a</p>',
    '<p>',
    '<em><strong></em></strong>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="//evil.example">x</a>',
    '<a href=x>x</a>',
    '<img src="data:text/html,x">',
    '<td style="background:url(x)">x</td>',
    'a < b',
    'a & b',
    '</p>',
  ])('%s', (bad) => expect(htmlProblems(bad)).not.toEqual([]))
})

describe('injections stay text', () => {
  test.each(hostileTargets)('a link to %j', (target) => {
    for (const content of linksTo(target)) {
      const { html } = renderMarkdown(content, context)
      expect({ content, problems: htmlProblems(html) }).toEqual({ content, problems: [] })
      expect(html).not.toMatch(/(?:href|src)="[^":]*(?:script|data|file|blob):/i)
    }
  })

  test.each(hostilePayloads)('%j', (payload) => {
    for (const place of hostilePlaces) {
      const content = place(payload)
      const { html } = renderMarkdown(content, context)
      expect({ content, problems: htmlProblems(html) }).toEqual({ content, problems: [] })
    }
  })

  test('names of people, channels and topics are escaped', () => {
    const { html } = renderMarkdown('@**Robert"><img src=x onerror=alert(1)>** #**R&D <b> (x.y)**', context)
    expect(html).toContain('>@Robert&quot;&gt;&lt;img src=x onerror=alert(1)&gt;</span>')
    expect(html).toContain('href="/#narrow/channel/4-R.26D-.3Cb.3E-.28x.2Ey.29">#R&amp;D &lt;b&gt; (x.y)</a>')
    expect(htmlProblems(html)).toEqual([])
  })

  test('no message writes to the log of the server', () => {
    const { log, warn, error } = console
    const said: unknown[] = []
    const note = (...words: unknown[]) => said.push(words)
    Object.assign(console, { log: note, warn: note, error: note })
    try {
      const { html } = renderMarkdown(
        '$$\\text{👩}$$ $$\\message{hello}\\errmessage{x}\\show x$$ $$é\\\\$$',
        context,
      )
      expect(html).toContain('katex')
    } finally {
      Object.assign(console, { log, warn, error })
    }
    expect(said).toEqual([])
  })

  test('names of objects mean nothing', () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      const content = `:${name}: @**${name}** \`\`\`\n\`\`\`${name}\nx\n\`\`\`\n[${name}]`
      expect(htmlProblems(renderMarkdown(content, context).html)).toEqual([])
    }
  })
})

describe('whatever is typed', () => {
  const pieces = [
    'a',
    'Ж',
    '🙂',
    '👩‍👩‍👧',
    ' ',
    ' ',
    '\n',
    '\n\n',
    '\t',
    '    ',
    '*',
    '**',
    '_',
    '~~',
    '`',
    '```',
    '\n```\n',
    '\n```quote\n',
    '\n~~~spoiler x\n',
    '\n```js\n',
    '\n```math\n',
    '> ',
    '- ',
    '1. ',
    '# ',
    '|',
    '|-|',
    '\n|-|-|\n',
    '@**',
    '@_**',
    'Anna',
    '**',
    '@*support*',
    '#**general',
    '>',
    'lunch',
    '@12',
    ':smile:',
    ':',
    '$$',
    'x^2',
    '\\frac{a}{',
    '}',
    '<time:',
    '2026-11-21',
    '<',
    '>',
    '<b>',
    '<!--',
    '&',
    '&lt;',
    '&#x',
    ';',
    '"',
    "'",
    '[',
    ']',
    '(',
    ')',
    '](',
    '![',
    'http://',
    'https://a.b/c.png',
    'www.a.b',
    'a@b.de',
    'javascript:',
    'data:',
    '/user_uploads/2/q.gif',
    '/user_uploads/2/song.mp3',
    '\\',
    '\0',
    '\ud800',
    '\ufe0f',
    '#12',
    '---',
    '===',
    '/me ',
    '\\',
    '\n  - ',
    '\n  1. ',
    '~~~ a ~~~',
    '\n````\n',
    '~~~.py\n',
    '[](',
    'a.de',
    ':8080',
    'tel:1',
    'magnet:?',
    'user:pw@',
    'Jun 5 2017',
    ':)',
    '<3',
    '\ufdd0',
  ]
  const message = fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((some) => some.join(''))

  const elements = ['<p>', '<a', '<code>', '<strong>']
  const note = (html: string, did: Did) => elements.filter((each) => html.includes(each)).forEach(did)

  test('the HTML is well-formed and harmless', async () => {
    await randomly(message, { runs: 2000, must: elements.join(' ') }, (content, did) => {
      const { html } = renderMarkdown(content, context)
      expect(htmlProblems(html)).toEqual([])
      note(html, did)
    })
  })

  test('so it is for any characters at all', async () => {
    const anything = fc.string({ unit: 'binary', maxLength: 200 })
    await randomly(anything, { runs: 100, must: '<p>' }, (content, did) => {
      const { html } = renderMarkdown(content, context)
      expect(htmlProblems(html)).toEqual([])
      for (const { url } of renderTopicLinks(content, context.linkifiers)) expect(url).toMatch(/^https?:/)
      note(html, did)
    })
  })

  test('the same content always comes out the same', async () => {
    await randomly(message, { runs: 200, must: elements.join(' ') }, (content, did) => {
      const rendered = renderMarkdown(content, context)
      expect(renderMarkdown(content, context)).toEqual(rendered)
      note(rendered.html, did)
    })
  })

  test('a lookup that fails leaves the message as text instead of losing it', () => {
    const broken = {
      ...context,
      groupByName() {
        throw new Error('the database is away')
      },
    }
    expect(renderMarkdown('@*support* <b>\nx', broken).html).toBe('<p>@*support* &lt;b&gt;<br>\nx</p>')
  })
})
