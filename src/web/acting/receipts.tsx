// Who has read a message, as far as they let others know.
import { call } from '../api/call'
import { Dialog } from '../parts/dialog'
import { showDialog } from '../parts/dialogs'
import { shownName } from '../people/names'
import { PersonAvatar } from '../people/person-avatar'
import type { Message } from '../store/messages'
import { isNumbers } from '../store/shapes'
import { text } from '../texts/text'
import { Fetched } from './fetched'

const most = 100

export function showReceipts({ id }: Message): void {
  showDialog((close) => (
    <Dialog title={text('acting.receipts')} isToBeRead onClose={close}>
      <Fetched load={() => readersOf(id)}>{(readers) => <Readers ids={readers} />}</Fetched>
    </Dialog>
  ))
}

async function readersOf(id: number): Promise<readonly number[]> {
  const { user_ids: ids } = await call('GET', `/messages/${String(id)}/read_receipts`)
  return isNumbers(ids) ? ids : []
}

function Readers({ ids }: { ids: readonly number[] }) {
  if (ids.length === 0) return <p>{text('acting.nobodyRead')}</p>
  const sorted = [...ids].sort((a, b) => shownName(a).localeCompare(shownName(b)))
  return (
    <>
      <p>{text('acting.readBy', { count: ids.length })}</p>
      <ul class="card-members">
        {sorted.slice(0, most).map((id) => (
          <li key={id}>
            <PersonAvatar userId={id} size={24} hasPresence /> <bdi>{shownName(id)}</bdi>
          </li>
        ))}
      </ul>
      {sorted.length > most && <p>{text('people.andMore', { count: sorted.length - most })}</p>}
    </>
  )
}
