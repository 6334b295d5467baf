// Showing what the pages are that a message links to: read by a job once it is sent or edited, brought by HTML that is new alone.
import { Type } from '@sinclair/typebox'
import { externalImageUrl } from '../external-images/address'
import { jobKind } from '../jobs/kind'
import { enqueue } from '../jobs/queueing'
import { renderMarkdown, type Rendered } from '../markdown/render'
import { rerender } from '../messages/changing/rendering-anew'
import { renderContext } from '../messages/rendering/render-context'
import { messageById, type StoredMessage } from '../messages/repository'
import type { Organization } from '../organization/organization'
import { settings } from '../organization/settings'
import type { Transaction } from '../organization/writer'
import { directory } from '../users/repository'
import { withPages, type LinkedPage } from './html'
import type { PageSummary } from './page'
import { pageAt } from './reading'

/** Of a message, so many links are followed. */
const mostPages = 5

/** Does what is to be done about a message's links. It asks for them anew: the message may have been edited since. */
export const linkPreviewKind = jobKind({
  name: 'preview-links',
  payload: Type.Object({ messageId: Type.Integer() }),
  concurrency: 4,
  timeoutSeconds: 60,
  maxAttempts: 3,
  async run({ organization, payload: { messageId }, signal, write, done }) {
    const message = messageById(organization.db, messageId)
    const urls = message && isOn(organization) ? linksOf(organization, message) : []
    const pages = await Promise.all(urls.map((url) => pageAt(organization, url, signal)))
    await write((tx) => {
      rerender(tx, messageId, ({ content, renderedContent }) =>
        // An edit has queued a job of its own.
        content === message?.content
          ? withPages(renderedContent, shownPages(organization, urls, pages))
          : renderedContent,
      )
      done(tx)
    })
  },
})

/** To be called by every write that gives a message a text: its links are followed later, if the organization says so. */
export function queueLinkPreviews(
  tx: Transaction,
  messageId: number,
  { pageUrls }: Pick<Rendered, 'pageUrls'>,
): void {
  if (pageUrls.length === 0 || !isOn(tx.organization)) return
  enqueue(tx, linkPreviewKind, { messageId }, { key: String(messageId) })
}

function isOn(organization: Organization): boolean {
  return settings(organization).inline_url_embed_preview
}

function linksOf(organization: Organization, { content, senderId }: StoredMessage): readonly string[] {
  const author = directory(organization).byId.get(senderId)
  return renderMarkdown(content, renderContext(organization, author)).pageUrls.slice(0, mostPages)
}

/** @param pages of the links, in their order */
function shownPages(
  organization: Organization,
  urls: readonly string[],
  pages: readonly (PageSummary | undefined)[],
): LinkedPage[] {
  return urls.flatMap((url, index) => {
    const summary = pages[index]
    if (!summary) return []
    const imageSource = summary.image === '' ? undefined : externalImageUrl(organization, summary.image)
    return [{ ...summary, url, imageSource }]
  })
}
