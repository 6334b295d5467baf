// Markdown against those who mean harm: nothing they type becomes markup of theirs or stops the server.
import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { renderMarkdown, renderTopicLinks } from '../src/markdown/render.ts'
import { htmlProblems, linkifier, organization } from './support/markdown.ts'
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
  const targets = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    '\u0001javascript:alert(1)',
    'java\tscript:alert(1)',
    'java&#x09;script:alert(1)',
    'java&NewLine;script:alert(1)',
    '&#106;avascript:alert(1)',
    '&#x6A;&#x61;vascript&colon;alert(1)',
    'javascript&#58;alert(1)',
    'javascript%3Aalert(1)',
    'ｊavascript:alert(1)',
    'java\u00adscript:alert(1)',
    'java\u200bscript:alert(1)',
    'vbscript:msgbox(1)',
    'data:text/html;base64,PHNjcmlwdD4=',
    'data:image/svg+xml,<svg onload=alert(1)>',
    'data:image/png;base64,AAAA',
    'file:///etc/passwd',
    'blob:https://a.b/x',
    'view-source:http://a.b',
    'feed:javascript:alert(1)',
    '//evil.example/x',
    '/\\evil.example/x',
    '\\\\evil.example',
    'http:evil',
    'http:/evil',
    'https://',
    'https:///evil',
    'x:y',
    'about:blank',
    'intent://x#Intent;end',
    'tel:javascript:alert(1)',
    'xmpp:javascript:alert(1)@b',
    'magnet:javascript:alert(1)',
    'matrix:u/"onmouseover=alert(1)',
    'geo:1,1"><b>',
    'http://a:b"@c.de/"><b>',
    'a.de:80/"><b>',
  ]

  test.each(targets)('a link to %j', (target) => {
    for (const content of [
      `[x](${target})`,
      `[x](<${target}>)`,
      `![x](${target})`,
      `<${target}>`,
      target,
      `[x][y]\n\n[y]: ${target}`,
      `[a.png](${target}/a.png)`,
    ]) {
      const { html } = renderMarkdown(content, context)
      expect({ content, problems: htmlProblems(html) }).toEqual({ content, problems: [] })
      expect(html).not.toMatch(/(?:href|src)="[^":]*(?:script|data|file|blob):/i)
    }
  })

  const payloads = [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    '" onmouseover="alert(1)',
    '<svg/onload=alert(1)>',
    '<!--<img src="--><img src=x onerror=alert(1)//">',
    ']]><x>',
    '</code></pre></div><script>',
    '&lt;script&gt;',
    '&#60;script&#62;',
    '\u2028<b>\u2029',
    '\0<b>\0',
    '\ud800<b>\udc00',
    '<time:"><b>>',
    '${alert(1)}{{x}}',
  ]
  const places: ((payload: string) => string)[] = [
    (payload) => payload,
    (payload) => `**${payload}** *${payload}* ~~${payload}~~`,
    (payload) => `\`${payload}\``,
    (payload) => `\`\`\`${payload}\n${payload}\n\`\`\``,
    (payload) => `\`\`\`html ${payload}\n${payload}\n\`\`\``,
    (payload) => `~~~spoiler ${payload}\n${payload}\n~~~`,
    (payload) => `\`\`\`math\n${payload}\n\`\`\`\n$$${payload}$$ $$\\text{${payload}}$$`,
    (payload) =>
      `$$\\href{javascript:alert(1)}{${payload}}$$ $$\\htmlStyle{color:red}{x}$$ $$\\url{${payload}}$$`,
    (payload) => `$$\\includegraphics[alt=${payload}]{javascript:x}$$ $$\\color{red;background:url(x)}{y}$$`,
    (payload) =>
      `@**${payload}** @*${payload}* #**${payload}** #**general>${payload}** #**general>${payload}@1**`,
    (payload) => `:${payload}: <time:${payload}>`,
    (payload) => `[${payload}](http://a.b/${payload} "${payload}") http://a.b/${payload}`,
    (payload) => `[${payload}](/user_uploads/${payload}.png) [x](</user_uploads/${payload}.png>)`,
    (payload) =>
      `[${payload}](/user_uploads/2/q.gif) [${payload}](/user_uploads/2/film.mp4?${payload}) [${payload}](/user_uploads/2/song.mp3)`,
    (payload) => `#${payload} ${payload}#${payload}`,
    (payload) => `| ${payload} | b |\n|---|---|\n| ${payload} | ${payload} |`,
    (payload) => `> ${payload}\n- ${payload}\n# ${payload}\n    ${payload}`,
  ]

  test.each(payloads)('%j', (payload) => {
    for (const place of places) {
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
