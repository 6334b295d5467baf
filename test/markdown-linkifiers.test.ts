// Linkifiers: text that an organization's patterns turn into links, in messages and in topics.
import { expect, test } from 'bun:test'
import { compileLinkifier } from '../src/markdown/linkifiers.ts'
import { renderMarkdown, renderTopicLinks } from '../src/markdown/render.ts'
import { linkifier, organization } from './support/markdown.ts'

const tickets = linkifier('#(?P<id>[0-9]+)', 'https://tickets.example/{id}')
const commits = linkifier('(?P<repo>[a-z]+)@(?P<sha>[0-9a-f]{7})', 'https://code.example/{repo}/{sha}')
const words = linkifier('see #(?P<id>[0-9]+)', 'https://second.example/{?id}')
const context = { ...organization, linkifiers: [tickets, commits, words] }

test.each([
  ['#12', '<a href="https://tickets.example/12">#12</a>'],
  ['#12 #13', '<a href="https://tickets.example/12">#12</a> <a href="https://tickets.example/13">#13</a>'],
  ['(#12), x#12 #12x', '(<a href="https://tickets.example/12">#12</a>), x#12 #12x'],
  ['web@0a1b2c3.', '<a href="https://code.example/web/0a1b2c3">web@0a1b2c3</a>.'],
  ['see #12', 'see <a href="https://tickets.example/12">#12</a>'],
  ['`#12` [#12](http://a.b)', '<code>#12</code> <a href="http://a.b">#12</a>'],
])('%j', (content, expected) =>
  expect(renderMarkdown(content, context)).toMatchObject({
    html: `<p>${expected}</p>`,
    hasLink: true,
  }),
)

test('topics have their links in order, web addresses among them', () => {
  expect(renderTopicLinks('fix #12, https://a.b/c. web@0a1b2c3', [commits, tickets])).toEqual([
    { text: '#12', url: 'https://tickets.example/12' },
    { text: 'https://a.b/c', url: 'https://a.b/c' },
    { text: 'web@0a1b2c3', url: 'https://code.example/web/0a1b2c3' },
  ])
  expect(renderTopicLinks('lunch', [tickets])).toEqual([])
})

test.each([
  ['', 'https://a.b/', 'pattern'],
  ['(', 'https://a.b/', 'pattern'],
  ['(a)(?<=b)', 'https://a.b/', 'pattern'],
  ['a*', 'https://a.b/', 'pattern'],
  ['(?P<id>\\d+))|(x', 'https://a.b/{id}', 'pattern'],
  ['(a{500}){2}', 'https://a.b/', 'pattern'],
  ['a', 'javascript:alert(1)', 'url_template'],
  ['(?P<x>.+)', '{+x}', 'url_template'],
  ['(?P<x>a)', 'https://a.b/{y}', 'url_template'],
  ['(?P<x>a)', 'https://a.b/', 'url_template'],
  ['(?P<x>a)', 'https://a.b/{x', 'url_template'],
  ['(?P<x>a)', 'https://a.b/{x!}', 'url_template'],
])('pattern %j with template %j is refused for the %s', (pattern, template, parameter) =>
  expect(compileLinkifier(pattern, template)).toMatchObject({
    ok: false,
    parameter,
    problem: expect.any(String),
  }),
)

test('what a group matched cannot leave the place of its variable in the URL', () => {
  const pages = linkifier('page:(?P<name>[^ ]+)', 'https://wiki.example/{name}/view')
  const context = { ...organization, linkifiers: [pages] }
  expect(renderMarkdown('page:../"x', context).html).toContain('href="https://wiki.example/..%2F%22x/view"')
})

test('a pattern that makes backtracking engines hang does not hang this one', () => {
  const evil = ['(?P<x>(a+)+b)', '(?P<x>(a|aa)+c)', '(?P<x>a(.*a)*d)', '(?P<x>(.*.*.*.*)z)']
  const context = {
    ...organization,
    linkifiers: evil.map((pattern) => linkifier(pattern, 'https://a.b/{x}')),
  }
  expect(renderMarkdown('a'.repeat(10_000), context).hasLink).toBe(false)
  expect(renderMarkdown('a '.repeat(5_000), context).hasLink).toBe(false)
  expect(renderTopicLinks('a'.repeat(60), context.linkifiers)).toEqual([])
})
