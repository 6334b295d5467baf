// How messages show the uploads that they link to: by what these are, not by what they are called.
import { expect, test } from 'bun:test'
import { withPicture, type LinkedFile } from '../src/markdown/linked-files'
import { renderMarkdown } from '../src/markdown/render'
import { htmlProblems, organization } from './support/markdown'

function html(content: string): string {
  const { html } = renderMarkdown(content, organization)
  expect(htmlProblems(html)).toEqual([])
  return html
}

const picture = '/user_uploads/2/ab/p%20q.PNG'
const shown =
  '<img data-original-dimensions="1920x1080" data-original-content-type="image/png" src="/user_uploads/thumbnail/2/ab/p%20q.PNG/840x560.webp">'
const waiting =
  '<img class="image-loading-placeholder" data-original-dimensions="1920x1080" data-original-content-type="image/jpeg" src="/static/images/loading/loader-black.svg">'

const block = (url: string, title: string, content: string) =>
  `<div class="message_inline_image"><a href="${url}" title="${title}">${content}</a></div>`

test('a picture follows the paragraph that links to it: once, with its name, and not in quotes', () => {
  expect(html(`[p.PNG](${picture}) [again](${picture})\n\n> [q](/user_uploads/2/q.gif)`).split('\n')).toEqual(
    [
      `<p><a href="${picture}">p.PNG</a> <a href="${picture}">again</a></p>`,
      block(picture, 'p.PNG', shown),
      '<blockquote>',
      '<p><a href="/user_uploads/2/q.gif">q</a></p>',
      '</blockquote>',
    ],
  )
  expect(html(`[](${picture})`)).toContain(block(picture, '/user_uploads/2/ab/p q.PNG', shown))
  expect(html(`[a "quoted" <name>](${picture})`)).toContain(
    block(picture, 'a &quot;quoted&quot; &lt;name&gt;', shown),
  )
})

test('pictures in spoilers and lists stay there', () => {
  const spoiler = html('```spoiler secret\n[q](/user_uploads/2/q.gif)\n```')
  expect(spoiler).toMatch(/spoiler-content[^]*message_inline_image[^]*<\/div>\n?<\/div>$/)
  expect(html(`* [p](${picture})\n* other`)).toMatch(/<li>[^]*message_inline_image[^]*<\/li>[^]*other/)
})

test('what moves says so; what is being made ready has a placeholder', () => {
  expect(html('[q](/user_uploads/2/q.gif)')).toContain(
    '<img data-animated="true" data-original-dimensions="1920x1080" data-original-content-type="image/gif" src="/user_uploads/thumbnail/2/q.gif/840x560-anim.webp">',
  )
  expect(html('[new](/user_uploads/2/new.jpg)')).toContain(block('/user_uploads/2/new.jpg', 'new', waiting))
})

test('videos follow their paragraph, sound stands where its link was', () => {
  expect(html('see [film](/user_uploads/2/film.mp4)')).toBe(
    '<p>see <a href="/user_uploads/2/film.mp4">film</a></p>\n' +
      '<div class="message_inline_image message_inline_video"><a href="/user_uploads/2/film.mp4" title="film"><video preload="metadata" src="/user_uploads/2/film.mp4"></video></a></div>',
  )
  expect(html('hear [**my** song](/user_uploads/2/song.mp3), and [d](/user_uploads/2/cd/d.pdf)')).toBe(
    '<p>hear <audio controls preload="metadata" src="/user_uploads/2/song.mp3" title="my song"></audio>, and <a href="/user_uploads/2/cd/d.pdf">d</a></p>',
  )
  expect(html('> [song](/user_uploads/2/song.mp3)')).not.toContain('<audio')
  expect(renderMarkdown('[song](/user_uploads/2/song.mp3)', organization).textForSearch).toBe('song')
})

test('a page that is called a picture is none; nor is what nobody knows, or what can not be made small', () => {
  for (const path of ['2/really-a-page.png', '2/unknown.png']) {
    const found = renderMarkdown(`[x](/user_uploads/${path})`, organization)
    expect(found.html).toBe(`<p><a href="/user_uploads/${path}">x</a></p>`)
    expect(found.hasImage).toBe(false)
  }
  const heic = renderMarkdown('[x](/user_uploads/2/photo.heic)', organization)
  expect(heic.html).toBe('<p><a href="/user_uploads/2/photo.heic">x</a></p>')
  expect(heic.hasImage).toBe(true)
})

test('a message shows twenty files at most', () => {
  const links = Array.from({ length: 25 }, (_, index) => `[${index}](${picture}?${index})`)
  expect(html(links.join('\n\n')).split('message_inline_image')).toHaveLength(21)
})

test('where a placeholder stood, there is the picture, or nothing; all else stays as it was', () => {
  const content = `[a](/user_uploads/2/new.jpg?x=1&y "t")\n\n[p](${picture})\n\n[b](/user_uploads/2/new.jpg)`
  const before = html(content)
  const file: LinkedFile = {
    contentType: 'image/jpeg',
    picture: {
      width: 30,
      height: 20,
      isAnimated: false,
      thumbnail: '/user_uploads/thumbnail/2/new.jpg/840x560.webp',
    },
  }
  const ready =
    '<img data-original-dimensions="30x20" data-original-content-type="image/jpeg" src="/user_uploads/thumbnail/2/new.jpg/840x560.webp">'
  expect(withPicture(before, '2/new.jpg', file)).toBe(before.replaceAll(waiting, ready))
  expect(before.split(waiting)).toHaveLength(3)
  expect(withPicture(before, '2/other.jpg', file)).toBe(before)
  expect(withPicture(before, '2/new.jpg', { contentType: 'image/jpeg', picture: undefined })).toBe(
    html(content.replaceAll('new.jpg', 'photo.heic')).replaceAll('photo.heic', 'new.jpg'),
  )
})

test('what somebody types is never taken for a placeholder', () => {
  const typed = block('/user_uploads/2/new.jpg', 'x', waiting)
  for (const content of [typed, `\`${typed}\``, `\`\`\`\n${typed}\n\`\`\``, `[${typed}](${picture})`]) {
    const before = html(content)
    const file: LinkedFile = { contentType: 'image/jpeg', picture: undefined }
    expect(withPicture(before, '2/new.jpg', file)).toBe(before)
  }
})

test('images elsewhere are shown at an address of the server, if there is one for them', () => {
  const externalImage = (url: string) => (url.includes('a.example') ? '/external_content/s/a' : undefined)
  const shownBy = (content: string, more = {}) =>
    renderMarkdown(content, { ...organization, externalImage, ...more })
  const url = 'https://a.example/i.png?a=1&amp;b=2'
  const content = 'https://a.example/i.png?a=1&b=2 [I](https://b.example/i.png)\n\n> https://a.example/q.png'
  expect(shownBy(content)).toMatchObject({
    html: [
      `<p><a href="${url}">${url}</a> <a href="https://b.example/i.png">I</a></p>`,
      block(url, url, '<img src="/external_content/s/a">'),
      '<blockquote>',
      '<p><a href="https://a.example/q.png">https://a.example/q.png</a></p>',
      '</blockquote>',
    ].join('\n'),
    hasImage: true,
    hasAttachment: false,
  })
  expect(htmlProblems(shownBy(content).html)).toEqual([])
  // Where pictures are not shown, uploads are not either; sound is no picture.
  const hidden = shownBy(`https://a.example/i.png [p](${picture}) [s](/user_uploads/2/song.mp3)`, {
    showsImages: false,
  })
  expect(hidden).toMatchObject({ hasImage: true, hasAttachment: true })
  expect(hidden.html).not.toContain('<img')
  expect(hidden.html).toContain('<audio')
})
