// Rendered messages as plain text, as notifications and mails have them.
import { expect, test } from 'bun:test'
import { readableText } from '../src/markdown/readable-text'
import { renderMarkdown } from '../src/markdown/render'
import { organization } from './support/markdown'

test.each([
  ['', ''],
  ['hello *there*, `x` & <b>', 'hello there, x & <b>'],
  ['one\ntwo\n\nthree', 'one\ntwo\nthree'],
  ['- a\n- b\n  - c\n\n3. x\n4. y\n\nend', '• a\n• b\n  • c\n3. x\n4. y\nend'],
  ['> a\n> > b\n\nc', '> a\n> > b\nc'],
  ['```quote\nsaid\n```\nanswered', '> said\nanswered'],
  ['```python\nif x:\n    y\n```', 'if x:\n    y'],
  ['|a|b|\n|-|-|\n|1|2|', 'a | b\n1 | 2'],
  ['a\n\n---\n\nb', 'a\nb'],
  ['@**Anna|5** in #**general>t**', '@Anna in #general > t'],
  ['well :octopus:!', 'well 🐙!'],
  ['so $$a^2$$ is it', 'so a^2 is it'],
  ['```spoiler The *end*\nhe dies\n```\nsorry', 'The end\n(…)\nsorry'],
  ['```spoiler\nhe dies\n```', '(…)'],
  ['[n.png](/user_uploads/1/aa/n.png)', 'n.png'],
])('%j', (markdown, text) => {
  expect(readableText(renderMarkdown(markdown, organization).html)).toBe(text)
})

test('what is shown after a message is left out, but not what follows it', () => {
  const preview =
    '<div class="message_embed"><a class="message_embed_image" href="x"></a><div class="data-container">' +
    '<div class="message_embed_title"><a href="x">Title</a></div></div></div>'
  const picture = '<div class="message_inline_image"><a href="y"><img src="z"></a></div>'
  expect(readableText(`<p>see</p>${preview}<p>and</p>${picture}<p>end</p>`)).toBe('see\nand\nend')
  expect(readableText('<p>a <audio controls title="song.mp3" src="x"></audio> b</p>')).toBe('a song.mp3 b')
  expect(readableText('<p>x<img alt=":parrot:" class="emoji" src="y" title="parrot"> y</p>')).toBe(
    'x:parrot: y',
  )
})
