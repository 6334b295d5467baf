// Links: those to this client open in it, with names of today; all others open elsewhere and tell nothing of where they come from.
import { narrowOf } from '../../addresses/narrow'
import { state } from '../../live/state'
import { text } from '../../texts/text'
import { all, make } from './nodes'

export function prepareLinks(nodes: DocumentFragment): void {
  for (const link of all(nodes, 'a', '[href]')) {
    const hash = ownHash(link)
    if (hash === undefined) openElsewhere(link)
    else {
      link.setAttribute('href', hash)
      checkPlace(link, hash)
    }
  }
}

/** The part of an address of this client after the `#`; undefined for all others. */
function ownHash(link: HTMLAnchorElement): string | undefined {
  const url = URL.parse(link.getAttribute('href') ?? '', location.href)
  const isOwn = url?.origin === location.origin && url.pathname === '/' && url.search === ''
  return url && isOwn && url.hash.length > 1 ? url.hash : undefined
}

function openElsewhere(link: HTMLAnchorElement): void {
  link.target = '_blank'
  link.rel = 'noopener noreferrer'
}

/** Channels have their names of today; what this person can't see says so. */
function checkPlace(link: HTMLAnchorElement, hash: string): void {
  const narrow = narrowOf(hash)
  const channelId = narrow?.terms.find(({ operator }) => operator === 'channel')?.operand
  if (typeof channelId !== 'number') return
  const channel = state().channels.get(channelId)
  if (!channel) {
    link.classList.add('unknown-place')
    link.title = text('reading.unknownChannel')
  } else if (link.classList.contains('stream')) link.textContent = `#${channel.name}`
  else if (link.classList.contains('stream-topic')) renameChannel(link, channel.name)
}

/** `#channel > topic`, where the topic may be marked up. */
function renameChannel(link: HTMLAnchorElement, name: string): void {
  const topic = narrowOf(link.hash)?.terms.find(({ operator }) => operator === 'topic')?.operand
  if (typeof topic !== 'string') return
  const { empty_topic_display_name: empty } = state().organization
  link.replaceChildren(`#${name} > `, topic === '' ? make('em', { text: empty }) : topic)
}
