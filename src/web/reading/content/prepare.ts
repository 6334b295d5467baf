// A message's nodes, before they are shown: made to fit the page, and what can be used made usable. Nothing is fetched before.
import { markAlertWords } from './alert-words'
import { prepareCode } from './code'
import { showEmoji } from './emoji'
import { prepareLinks } from './links'
import { prepareMath } from './math'
import { prepareMedia } from './media'
import { prepareMentions } from './mentions'
import { prepareSpoilers } from './spoilers'
import { prepareTables } from './tables'
import { showTimes } from './moments'

interface Options {
  /** Words to be marked. */
  alertWords: readonly string[]
  /** Whether it says what its sender does: `/me …`. */
  isMe: boolean
}

export function prepare(nodes: DocumentFragment, { alertWords, isMe }: Options): void {
  if (isMe) dropCommand(nodes)
  if (nodes.querySelector(':not(p)')) prepareElements(nodes)
  if (alertWords.length > 0) markAlertWords(nodes, alertWords)
}

function prepareElements(nodes: DocumentFragment): void {
  prepareLinks(nodes)
  prepareMentions(nodes)
  showEmoji(nodes)
  showTimes(nodes)
  prepareCode(nodes)
  prepareSpoilers(nodes)
  prepareTables(nodes)
  prepareMedia(nodes)
  prepareMath(nodes)
}

/** The sender's name stands in its place. */
function dropCommand(nodes: DocumentFragment): void {
  const start = nodes.querySelector('p')?.firstChild
  if (start instanceof Text) start.data = start.data.replace(/^\/me\s+/, '')
}
