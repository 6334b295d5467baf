// What stands in place of a feed without rows: why there are none, and what to do about it.
import { CircleAlert, MessageSquareDashed } from 'lucide-preact'
import type { Term } from '../addresses/narrow'
import { Problem } from '../api/call'
import { channelIn, conversationIn } from '../feeds/terms'
import { showSearch } from '../finding/palettes'
import { state } from '../live/state'
import { EmptyState, NotLoaded } from '../parts/empty-state'
import { text, type TextKey } from '../texts/text'
import { isSearch } from './heading'
import { isReactionsToMine } from './titles'

export function NoMessages({ terms }: { terms: readonly Term[] }) {
  const isSought = isSearch(terms)
  const isChannel = terms.length === 1 && channelIn(terms, state()) !== undefined
  const isPlace = isChannel || conversationIn(terms, state()) !== undefined
  const hint = hintFor(terms)
  return (
    <EmptyState
      icon={MessageSquareDashed}
      title={text(
        isPlace
          ? 'reading.noMessages'
          : isSought && hint === undefined
            ? 'reading.noneFit'
            : 'reading.nothingFound',
      )}
    >
      {hint && <p>{text(hint)}</p>}
      {isSought && hint !== 'reading.noAlerts' && (
        <button type="button" class="button plain" onClick={() => showSearch()}>
          {text('reading.changeSearch')}
        </button>
      )}
      {hint === 'reading.noAlerts' && (
        <a class="button plain" href="#settings/alert-words">
          {text('reading.chooseAlerts')}
        </a>
      )}
      {hint === 'reading.joinFirst' && (
        <a class="button plain" href="#channels/available">
          {text('finding.browseChannels')}
        </a>
      )}
    </EmptyState>
  )
}

/** A topic without messages may have had some: links last longer. */
function hintFor(terms: readonly Term[]): TextKey | undefined {
  const place = conversationIn(terms, state())
  if (place?.type === 'stream') return 'reading.emptyTopic'
  if (place || (terms.length === 1 && channelIn(terms, state()) !== undefined)) return 'reading.beTheFirst'
  if (isReactionsToMine(terms)) return 'reading.noReactions'
  const [only] = terms
  const name = terms.length === 1 && only ? `${only.operator}:${String(only.operand)}` : ''
  if (name === 'in:home' && state().subscriptions.size === 0) return 'reading.joinFirst'
  return hints[name]
}

const hints: Readonly<Partial<Record<string, TextKey>>> = {
  'is:starred': 'reading.noStars',
  'is:mentioned': 'reading.noMentions',
  'is:dm': 'finding.noDirect',
  'is:followed': 'reading.noFollowed',
  'is:resolved': 'reading.noResolved',
  'is:alerted': 'reading.noAlerts',
  'is:muted': 'reading.noMuted',
  'is:unread': 'reading.noUnread',
}

/** Whether the server says that this is nothing for this person, however often they ask. */
export function isRefused(status: 'opening' | 'ready' | Error): boolean {
  return status instanceof Problem && status.status < 500 && status.status !== 429
}

export function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (!isRefused(error)) return <NotLoaded onRetry={onRetry} />
  return (
    <EmptyState icon={CircleAlert} title={text('reading.notForYou')}>
      <a class="button plain" href="#inbox">
        {text('shell.toInbox')}
      </a>
    </EmptyState>
  )
}
