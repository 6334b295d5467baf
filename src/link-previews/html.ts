// How a message shows the pages that it links to: after all it says itself, in the shape that clients look for.
import { escapeHtml } from '../markdown/escape'
import type { PageSummary } from './page'

/** A page that a message links to. */
export interface LinkedPage extends PageSummary {
  /** As the message links to it. */
  readonly url: string
  /** The address of ours at which its image is shown; undefined for none. */
  readonly imageSource: string | undefined
}

/** Nothing that people write becomes such an element: it is only here that it is made. */
const opening = '<div class="message_embed">'

/** The HTML of a message with these pages after it, in place of those that it had. */
export function withPages(html: string, pages: readonly LinkedPage[]): string {
  const start = html.indexOf(opening)
  const own = start < 0 ? html : html.slice(0, start).trimEnd()
  return [own, ...pages.map(pageHtml)].join('\n')
}

function pageHtml({ url, title, description, imageSource }: LinkedPage): string {
  const href = `href="${escapeHtml(url)}"`
  const image =
    imageSource === undefined
      ? ''
      : `<a class="message_embed_image" ${href} style="background-image: url(&quot;${escapeHtml(imageSource)}&quot;)"></a>`
  const shownTitle =
    title === ''
      ? ''
      : `<div class="message_embed_title"><a ${href} title="${escapeHtml(title)}">${escapeHtml(title)}</a></div>`
  const shownDescription =
    description === '' ? '' : `<div class="message_embed_description">${escapeHtml(description)}</div>`
  return `${opening}${image}<div class="data-container">${shownTitle}${shownDescription}</div></div>`
}
