// The page of one's uploaded files: what they are, how large, where they are linked; they can be deleted.
import { FileText, Trash2 } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { call } from '../api/call'
import { changeState, state } from '../live/state'
import { IconButton } from '../parts/icon-button'
import { addAttachments } from '../store/state'
import { text } from '../texts/text'
import { dayWords, sizeWords } from '../texts/times'
import { useFetched, WhenFetched } from './controls/fetched'
import { ask } from './controls/form-dialog'
import { FilterField, fits, Line, List } from './controls/list'

type Order = 'newest' | 'largest'

export function UploadsPage() {
  // Events keep the list in step once it is there.
  const fetched = useFetched(async () => {
    const answer = await call('GET', '/attachments')
    changeState((before) => addAttachments(before, answer))
    return true
  })
  const [filter, setFilter] = useState('')
  const [order, setOrder] = useState<Order>('newest')
  const { attachments, organization } = state()
  const files = [...(attachments.files?.values() ?? [])]
    .filter(({ name }) => fits(filter, name))
    .sort((a, b) => (order === 'newest' ? b.create_time - a.create_time : b.size - a.size))
  const own = [...(attachments.files?.values() ?? [])].reduce((sum, { size }) => sum + size, 0)
  const quota = organization.upload_quota_mib
  return (
    <WhenFetched of={fetched}>
      {() => (
        <>
          <p class="hint">
            {text('settings.uploadsHint', { size: sizeWords(own) })}
            {quota !== null &&
              ` ${text('settings.uploadQuota', { used: sizeWords(attachments.upload_space_used), quota: sizeWords(quota * 1024 * 1024) })}`}
          </p>
          <div class="list-tools">
            <FilterField value={filter} onInput={setFilter} label={text('settings.filterFiles')} />
            <button
              type="button"
              class="button plain"
              onClick={() => setOrder(order === 'newest' ? 'largest' : 'newest')}
            >
              {text(order === 'newest' ? 'settings.largestFirst' : 'settings.newestFirst')}
            </button>
          </div>
          <List
            items={files}
            keyOf={({ id }) => id}
            label={text('settings.uploads')}
            empty={text('settings.noUploads')}
          >
            {(file) => (
              <Line
                icon={FileText}
                title={
                  <a href={`/user_uploads/${file.path_id}`} target="_blank" rel="noopener">
                    {file.name}
                  </a>
                }
                note={`${sizeWords(file.size)} · ${dayWords(file.create_time / 1000)} · ${text('settings.inMessages', { count: file.messages.length })}`}
                actions={
                  <IconButton
                    icon={Trash2}
                    label={text('settings.remove', { name: file.name })}
                    onClick={() =>
                      ask({
                        title: text('settings.remove', { name: file.name }),
                        words: text('settings.removeFileWords', { count: file.messages.length }),
                        action: text('settings.delete'),
                        run: () => call('DELETE', `/attachments/${file.id}`),
                      })
                    }
                  />
                }
              />
            )}
          </List>
        </>
      )}
    </WhenFetched>
  )
}
