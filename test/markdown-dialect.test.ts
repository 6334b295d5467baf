// Where the chat's Markdown differs from CommonMark, seen where clients see it: sent, previewed and edited.
import { describe, expect, test } from 'bun:test'
import { addChannel } from './support/channels'
import { holdsLaw } from './support/law'
import { eventsDuring, fetched, sendDirectly, sendToChannel } from './support/messages'
import { scenario } from './support/scenario'

const { server, ann, bob } = await scenario({ ann: 'member', bob: 'member' })
const general = await addChannel(server.owner, 'general', [ann, bob])

/** What a text becomes for readers: the same when it is previewed, sent and put in an earlier text's place. */
async function shown(content: string, author = ann): Promise<unknown> {
  const { body } = await author.post('/messages/render', { content })
  const id = await sendToChannel(author, general, content)
  expect((await fetched(bob, id))['content']).toBe(body['rendered'])
  const other = await sendDirectly(author, [bob], 'something else')
  const [events = []] = await eventsDuring([bob], () => author.patch(`/messages/${other}`, { content }))
  const event = events.find(({ type }) => type === 'update_message')
  expect(event?.['rendered_content']).toBe(body['rendered'])
  expect((await fetched(bob, other))['content']).toBe(body['rendered'])
  return body['rendered']
}

const isShown = ([content, expected]: readonly [string, string]) =>
  test(JSON.stringify(content), async () => expect(await shown(content)).toBe(expected))
const inParagraph = ([content, expected]: readonly [string, string]) =>
  isShown([content, `<p>${expected}</p>`])

describe('underscores and backslashes are text', () => {
  const cases: [string, string][] = [
    ['__init__.py _a_ __b__ ___', '__init__.py _a_ __b__ ___'],
    ['*a_b* **_c_**', '<em>a_b</em> <strong>_c_</strong>'],
    ['C:\\*dir* \\_ \\\\ \\`x`', 'C:\\<em>dir</em> \\_ \\\\ \\<code>x</code>'],
    ['a\\\nb', 'a\\<br>\nb'],
    ['[a\\]b](http://x.de)', '[a\\]b](<a href="http://x.de">http://x.de</a>)'],
    ['[a](http://x.de/\\_)', '<a href="http://x.de/%5C_">a</a>'],
    ['[a](http://x.de "\\*")', '<a href="http://x.de" title="\\*">a</a>'],
    ['[a](http://x.de/\ufdd0)', '<a href="http://x.de/%EF%B7%90">a</a>'],
  ]
  cases.map(inParagraph)
})

describe('lists nest by two spaces', () => {
  const nested = '<li>a\n<ul>\n<li>b</li>\n</ul>\n</li>\n<li>c</li>'
  const cases: [string, string][] = [
    ['- a\n  - b\n- c', `<ul>\n${nested}\n</ul>`],
    ['1. a\n  - b\n2. c', `<ol>\n${nested}\n</ol>`],
    ['10. a\n   - b\n11. c', `<ol start="10">\n${nested}\n</ol>`],
    ['-   a\n  - b\n-   c', `<ul>\n${nested}\n</ul>`],
    ['1. a\n    * b\n2. c', `<ol>\n${nested}\n</ol>`],
    ['1. a\n  2. b', '<ol>\n<li>a\n<ol start="2">\n<li>b</li>\n</ol>\n</li>\n</ol>'],
    ['- a\n - b', '<ul>\n<li>a</li>\n<li>b</li>\n</ul>'],
    [
      '- a\n  1. b\n  2. c\n    - d\n- e',
      '<ul>\n<li>a\n<ol>\n<li>b</li>\n<li>c\n<ul>\n<li>d</li>\n</ul>\n</li>\n</ol>\n</li>\n<li>e</li>\n</ul>',
    ],
    [
      '1. a\n\n   b\n\n2. ```\n   c\n   ```',
      '<ol>\n<li>\n<p>a</p>\n<p>b</p>\n</li>\n<li>\n<div class="codehilite"><pre><span></span><code>c\n</code></pre></div>\n</li>\n</ol>',
    ],
    ['100.    a', '<ol start="100">\n<li>a</li>\n</ol>'],
    ['of them\n14. of may', '<p>of them<br>\n14. of may</p>'],
    ['- a\n-\n- b', '<ul>\n<li>a</li>\n<li></li>\n<li>b</li>\n</ul>'],
    ['- a\n+ b', '<ul>\n<li>a</li>\n</ul>\n<ul>\n<li>b</li>\n</ul>'],
    ['1. a\n- b', '<ol>\n<li>a</li>\n</ol>\n<ul>\n<li>b</li>\n</ul>'],
  ]
  cases.map(isShown)
})

describe('fences', () => {
  const code = (text: string, language = '') =>
    `<div class="codehilite"${language && ` data-code-language="${language}"`}><pre><span></span><code>${text}</code></pre></div>`
  const cases: [string, string][] = [
    ['~~~ hello ~~~', '<p>~~~ hello ~~~</p>'],
    ['``` hello ```\nthere', '<p><code>hello</code><br>\nthere</p>'],
    ['~~~~ a ~~ b\n~~~~', code('', 'a')],
    ['``` hello', '<p>``` hello</p>'],
    ['> ```js\nx', '<blockquote>\n<p>```js<br>\nx</p>\n</blockquote>'],
    ['```', code('')],
    ['~~~.python\nx\n~~~', code('x\n', 'Python')],
    ['``` {.python}\nx\n```', code('x\n', 'Python')],
    ['```\n````\nx\n````\n```\ny', `${code('````\nx\n````\n')}\n<p>y</p>`],
    ['```\nx\n````\ny', `${code('x\n')}\n<p>y</p>`],
    ['```quote\nx\n````\ny', '<blockquote>\n<p>x</p>\n</blockquote>\n<p>y</p>'],
    ['```quote\n````\nx\n````\n```\ny', `<blockquote>\n${code('x\n')}\n</blockquote>\n<p>y</p>`],
    ['```quotes\nx\n```', code('x\n', 'quotes')],
  ]
  cases.map(isShown)
})

describe('quotes and strike-through', () => {
  const cases: [string, string][] = [
    ['>', '<blockquote></blockquote>'],
    ['a\n>\nb', '<p>a</p>\n<blockquote></blockquote>\n<p>b</p>'],
    ['~~a~~ ~~ a ~~', '<p><del>a</del> ~~ a ~~</p>'],
  ]
  cases.map(isShown)
})

describe('links', () => {
  const link = (typed: string, target = typed) => `<a href="${target}">${typed}</a>`
  const bare = (typed: string) => link(typed, `http://${typed}`)
  const cases: [string, string][] = [
    ['[](https://a.de/x)', link('https://a.de/x')],
    ['[ ](a.de)', link('http://a.de')],
    ['[](https://a.de/%C3%BC)', link('https://a.de/ü', 'https://a.de/%C3%BC')],
    ['spiegel.de, t.co', `${bare('spiegel.de')}, ${bare('t.co')}`],
    ['(bbc.co.uk/news)!', `(${bare('bbc.co.uk/news')})!`],
    ['Example.TECH?', `${bare('Example.TECH')}?`],
    ['例え.みんな', link('例え.みんな', 'http://xn--r8jz45g.xn--q9jyb4c')],
    [
      'notes.md main.py x.map a.b a.bc 1.2.3 e.g. x.de.',
      `notes.md main.py x.map a.b a.bc 1.2.3 e.g. ${bare('x.de')}.`,
    ],
    ['~~a.de~~ **b.de/c_(d)**', `<del>${bare('a.de')}</del> <strong>${bare('b.de/c_(d)')}</strong>`],
    ['a.de:8080/x a.de:99999', `${bare('a.de:8080/x')} a.de:99999`],
    [
      'https://anna:pw@a.de/x ftp://anna@a.de',
      `${link('https://anna:pw@a.de/x')} ${link('ftp://anna@a.de')}`,
    ],
    ['https://a.de/B_(c)', link('https://a.de/B_(c)')],
    ['(https://a.de/B_(c))', `(${link('https://a.de/B_(c)')})`],
    [
      'https://a.de/x: https://a.de: a.de:',
      `${link('https://a.de/x')}: ${link('https://a.de')}: ${bare('a.de')}:`,
    ],
    ['https://a.de/x".: so', `${link('https://a.de/x')}&quot;.: so`],
    ['https://a.de/a:b', link('https://a.de/a:b')],
    ['tel:+49-30-123.', `${link('tel:+49-30-123')}.`],
    ['(sms:123?body=hi)', `(${link('sms:123?body=hi')})`],
    ['mailto:a@b.de?subject=x(y)', link('mailto:a@b.de?subject=x(y)')],
    ['xmpp:a@b.de matrix:r/x:b.de', `${link('xmpp:a@b.de')} ${link('matrix:r/x:b.de')}`],
    ['magnet:?xt=urn:btih:abc', link('magnet:?xt=urn:btih:abc')],
    ['geo:48.2,16.3 sip:a@b.de', `${link('geo:48.2,16.3')} ${link('sip:a@b.de')}`],
    ['irc://a.de/x sftp://a.de', `${link('irc://a.de/x')} ${link('sftp://a.de')}`],
    ['[call](tel:110) <xmpp:a@b.de>', `${link('call', 'tel:110')} ${link('xmpp:a@b.de')}`],
    [
      'javascript:alert(1) data:text/html,x file:///x vbscript:x [x](javascript:a) [x](data:a)',
      'javascript:alert(1) data:text/html,x file:///x vbscript:x [x](javascript:a) [x](data:a)',
    ],
    ['hotel:5 tel: 5', 'hotel:5 tel: 5'],
  ]
  cases.map(inParagraph)
})

test('no image makes a reader fetch from elsewhere: it is a link, and shown by the server', async () => {
  const html = String(await shown('https://a.de/i.png ![x](https://a.de/i.gif)'))
  expect(html).toContain('<a href="https://a.de/i.png">https://a.de/i.png</a>')
  const sources = [...html.matchAll(/<img[^>]* src="([^"]*)"/g)].map(([, source]) => source)
  expect(sources.length).toBe(2)
  for (const source of sources) expect(source).toStartWith('/external_content/')
})

describe('math', () => {
  test('with and without spaces, and in fences of any length', async () => {
    for (const content of ['$$ x^2 $$', '$$x^2$$', '````math\nx^2\n````', '```math\n````\nx\n````\n```']) {
      expect(await shown(content)).toMatch(/^<p><span class="katex.*<\/span><\/p>$/s)
    }
    expect(await shown('$$ x $$')).toBe(String(await shown('$$x$$')))
    expect(await shown('$$ $$ $$$$ $5$ $$\\$5$$')).toStartWith('<p>$$ $$ $$$$ $5$ <span class="katex">')
  })

  test('its HTML has the class names that clients interpret', async () => {
    const html = String(await shown('$$\\sqrt{\\frac{a}{b}}$$'))
    const classes = new Set(Array.from(html.matchAll(/class="([^"]*)"/g), ([, names]) => names))
    expect([...classes].join(', ')).toBe(
      'katex, katex-mathml, katex-html, base, strut, mord sqrt, vlist-t vlist-t2, vlist-r, vlist, svg-align, pstrut, mord, mopen nulldelimiter, mfrac, sizing reset-size6 size3 mtight, mord mtight, mord mathnormal mtight, frac-line, vlist-s, mclose nulldelimiter, hide-tail',
    )
  })
})

describe('tables', () => {
  const head = (cells: string) => `<table>\n<thead>\n<tr>\n${cells}\n</tr>\n</thead>`
  const cases: [string, string][] = [
    [
      '|a|b|c|\n|:-|:-:|-:|\n|1|2|',
      `${head('<th style="text-align: left;">a</th>\n<th style="text-align: center;">b</th>\n<th style="text-align: right;">c</th>')}\n<tbody>\n<tr>\n<td style="text-align: left;">1</td>\n<td style="text-align: center;">2</td>\n<td style="text-align: right;"></td>\n</tr>\n</tbody>\n</table>`,
    ],
    [
      '| a | b |\n|---|:-:|',
      `${head('<th>a</th>\n<th style="text-align: center;">b</th>')}\n<tbody>\n<tr>\n<td></td>\n<td style="text-align: center;"></td>\n</tr>\n</tbody>\n</table>`,
    ],
  ]
  cases.map(isShown)
})

describe('times', () => {
  const cases: [string, string][] = [
    ['Jun 5th 2017, 10:30PM', '2017-06-05T22:30:00Z'],
    ['5 June 2017', '2017-06-05T00:00:00Z'],
    ['Mon, 05 Jun 2017 22:30:00 +0200', '2017-06-05T20:30:00Z'],
    ['June 5th, 2017 at 10:30pm EST', '2017-06-06T03:30:00Z'],
    ['20170605T223000Z', '2017-06-05T22:30:00Z'],
    ['2017-06-05T22:30:00,5+02', '2017-06-05T20:30:00.500Z'],
    ['-1', '1969-12-31T23:59:59Z'],
  ]
  cases.map(([typed, datetime]) =>
    inParagraph([`<time:${typed}>`, `<time datetime="${datetime}">${typed}</time>`]),
  )
  const wrong = [
    'tomorrow',
    'Jun 5th',
    '10:30PM',
    'Jun 31st 2017',
    'see Jun 5th 2017',
    '2017-02-30',
    'x'.repeat(90),
  ]
  wrong.map((typed) =>
    inParagraph([`<time:${typed}>`, `<span class="timestamp-error">Invalid time format: ${typed}</span>`]),
  )
})

describe('emoticons', () => {
  const emoji = (name: string, code: string) =>
    `<span aria-label="${name}" class="emoji emoji-${code}" role="img" title="${name}">:${name.replaceAll(' ', '_')}:</span>`
  const smile = emoji('smile', '1f642')

  test('become emoji for those who want it, where they stand alone', async () => {
    const cara = await server.addPerson('Cara')
    await holdsLaw([cara], () => cara.patch('/settings', { translate_emoticons: true }))
    await cara.post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }] })
    const all: Record<string, string> = {
      ':)': smile,
      '(:': smile,
      ':(': emoji('frown', '1f641'),
      '<3': emoji('heart', '2764'),
      ':|': emoji('neutral', '1f610'),
      ':/': emoji('confused', '1f615'),
      ';)': emoji('wink', '1f609'),
      ':D': emoji('grinning', '1f600'),
      ':o': emoji('open mouth', '1f62e'),
      ':O': emoji('open mouth', '1f62e'),
      ':p': emoji('stuck out tongue', '1f61b'),
      ':P': emoji('stuck out tongue', '1f61b'),
    }
    expect(await shown(Object.keys(all).join(' '), cara)).toBe(`<p>${Object.values(all).join(' ')}</p>`)
    expect(await shown('hi ;)', cara)).toBe(`<p>hi ${all[';)']}</p>`)
    expect(await shown('hi (:\n:) *x* :)', cara)).toBe(`<p>hi ${smile}<br>\n${smile} <em>x</em> ${smile}</p>`)
    for (const text of ['a:) :)b :). (:) *:)* `:)` http://x.de/:/ ::)', '10:30 :3 :-)']) {
      expect(await shown(text, cara)).not.toContain('class="emoji')
    }
    expect(await shown(':) :D <3')).toBe('<p>:) :D &lt;3</p>')
  })
})
