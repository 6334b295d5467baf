// Drafts: what was written on any device and is not sent yet.
import { Pencil, Trash2 } from 'lucide-preact'
import { go } from '../addresses/address'
import { call } from '../api/call'
import { now } from '../live/presence'
import { state } from '../live/state'
import { EmptyState } from '../parts/empty-state'
import { IconButton } from '../parts/icon-button'
import { toast, toastProblem } from '../parts/toasts'
import { ago } from '../people/presence'
import { View } from '../shell/view'
import type { Draft } from '../store/drafts'
import { text } from '../texts/text'
import { startConversation } from '../writing/current-box'
import { destinationLink } from '../writing/destination'
import { draftDestination } from '../writing/drafts'
import { ItemCard } from './item-card'
import { useRowKeys } from './row-keys'

export function Drafts() {
  const list = useRowKeys()
  const drafts = [...state().drafts.values()].sort((a, b) => b.timestamp - a.timestamp)
  return (
    <View title={text('finding.drafts')}>
      <div class="list-view" ref={list}>
        {drafts.length === 0 ? (
          <EmptyState icon={Pencil} title={text('finding.noDrafts')}>
            <p>{text('finding.draftsHint')}</p>
          </EmptyState>
        ) : (
          <ul class="items">
            {drafts.map((draft) => (
              <DraftItem key={draft.id} draft={draft} />
            ))}
          </ul>
        )}
      </div>
    </View>
  )
}

function DraftItem({ draft }: { draft: Draft }) {
  const to = draftDestination(draft)
  return (
    <ItemCard
      to={to}
      when={ago(Math.max(0, now.value - draft.timestamp))}
      content={draft.content}
      actions={
        <>
          <button type="button" class="button plain small" onClick={() => edit(draft)}>
            <Pencil size={15} aria-hidden="true" />
            {text('finding.goOnWriting')}
          </button>
          <IconButton icon={Trash2} label={text('finding.deleteDraft')} onClick={() => remove(draft)} />
        </>
      }
    />
  )
}

/** The box of the conversation takes up its draft by itself. */
function edit(draft: Draft): void {
  const to = draftDestination(draft)
  const link = destinationLink(to)
  if (link === undefined) startConversation(to)
  else go(link)
}

function remove({ id, type, to, topic, content, timestamp }: Draft): void {
  const again = (): void =>
    void call('POST', '/drafts', { drafts: [{ type, to, topic, content, timestamp }] }).catch(toastProblem)
  call('DELETE', `/drafts/${id}`)
    .then(() => toast(text('finding.draftDeleted'), { action: { label: text('finding.undo'), run: again } }))
    .catch(toastProblem)
}
