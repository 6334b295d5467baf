// The page of the audit log: who changed what and when, for owners.
import { useEffect, useState } from 'preact/hooks'
import { call } from '../api/call'
import { isFields, isNumbers } from '../store/shapes'
import { onEvent, state } from '../live/state'
import { problemText, toast } from '../parts/toasts'
import { shownName } from '../people/names'
import { isOwner } from '../store/permissions'
import { text } from '../texts/text'
import { momentWords } from '../texts/times'
import { useFetched, WhenFetched } from '../settings/controls/fetched'
import { Line, List } from '../settings/controls/list'
import { Notice } from '../settings/controls/notice'
import { Select } from '../settings/controls/setting-rows'
import { actionWords, auditKinds, objectWords, propertyWords, valueWords } from './audit-words'

interface Entry {
  id: number
  timestamp: number
  action: string
  actor_type: string
  actor_id: number | null
  object_type: string
  object_name: string | null
  /** Whom it was done to. */
  target_user_ids: readonly number[]
  address: string | null
  changes: Readonly<Record<string, unknown>>
  count: number
}

export function AuditLogPage() {
  return isOwner(state()) ? <Log /> : <Notice>{text('organization.ownersSeeOnly')}</Notice>
}

const administers =
  /^(realm|stream|subscription|user_group|channel_folder|custom_profile|default_stream|invites|delete_message)/

function Log() {
  /** Of what was changed; empty is everything. */
  const [type, setType] = useState('')
  /** All that was shown when somebody last asked for more, and that. */
  const [older, setOlder] = useState<{ type: string; entries: readonly Entry[]; isAll: boolean }>()
  const page = async (before?: number): Promise<{ entries: readonly Entry[]; isAll: boolean }> => {
    const { audit_log, found_oldest } = await call('GET', '/realm/audit_log', {
      object_type: type === '' ? undefined : type,
      before_id: before,
    })
    return {
      entries: Array.isArray(audit_log) ? audit_log.filter(isEntry) : [],
      isAll: found_oldest === true,
    }
  }
  // No event tells of the log itself, but of nearly all that it records.
  const [told, setTold] = useState(0)
  useEffect(() => onEvent(({ type }) => administers.test(type) && setTold((times) => times + 1)), [])
  const newest = useFetched(() => page(), `${type} ${String(told)}`)
  const loadMore = async (shown: readonly Entry[]): Promise<void> => {
    try {
      const { entries, isAll } = await page(shown.at(-1)?.id)
      setOlder({ type, entries: [...shown, ...entries], isAll })
    } catch (error) {
      toast(problemText(error), { isProblem: true })
    }
  }
  return (
    <>
      <div class="list-tools">
        <Select
          aria-label={text('organization.aboutWhat')}
          value={type}
          options={[
            { value: '', label: text('organization.aboutEverything') },
            ...auditKinds.map((each) => ({ value: each, label: text(`auditKind.${each}`) })),
          ]}
          onChange={(each) => setType(each)}
        />
      </div>
      <WhenFetched of={newest}>
        {(first) => {
          const more = older?.type === type && meets(first.entries, older.entries) ? older : undefined
          const end = first.entries.at(-1)?.id ?? 0
          const entries = [...first.entries, ...(more?.entries.filter(({ id }) => id < end) ?? [])]
          return (
            <>
              <List
                items={entries}
                keyOf={({ id }) => id}
                label={text('organization.auditLog')}
                empty={text('organization.noEntries')}
              >
                {(entry) => <EntryLine entry={entry} />}
              </List>
              {!(more ?? first).isAll && (
                <button type="button" class="button plain" onClick={() => void loadMore(entries)}>
                  {text('organization.olderEntries')}
                </button>
              )}
            </>
          )
        }}
      </WhenFetched>
    </>
  )
}

/** Whether nothing is missing between what is newest now and what was there before: as more comes than fits, there may be. */
function meets(newest: readonly Entry[], earlier: readonly Entry[]): boolean {
  return (earlier[0]?.id ?? 0) >= (newest.at(-1)?.id ?? 0)
}

function EntryLine({ entry }: { entry: Entry }) {
  const { timestamp, action, object_name, address, count, changes } = entry
  const concerned = peopleOf(entry)
  const is24 = state().userSettings.twenty_four_hour_time
  const about = [actorOf(entry), momentWords(timestamp, is24), address ?? ''].filter((each) => each !== '')
  return (
    <Line
      title={
        <>
          <strong>{actionWords(action)}</strong> {objectWords(action, object_name)}
          {count > 1 && ` × ${String(count)}`}
          {concerned !== '' && `: ${concerned}`}
        </>
      }
      note={
        <>
          {about.join(' · ')}
          {Object.keys(changes).length > 0 && (
            <details>
              <summary>{text('organization.changes')}</summary>
              <ChangeList action={action} changes={changes} />
            </details>
          )}
        </>
      }
    />
  )
}

/** So many are named. */
const mostNamed = 5

/** Whom it was done to, where that is not what it is about anyway. */
function peopleOf({ object_type, target_user_ids: ids }: Entry): string {
  if (object_type === 'user' || object_type === 'bot') return ''
  const names = ids.slice(0, mostNamed).map((id) => shownName(id))
  const more = ids.length - names.length
  return names.join(', ') + (more > 0 ? ` ${text('settings.andMore', { count: more })}` : '')
}

function actorOf({ actor_type, actor_id }: Entry): string {
  if (actor_id !== null) return shownName(actor_id)
  if (actor_type === 'console') return text('organization.actorConsole')
  return text(actor_type === 'visitor' ? 'organization.actorVisitor' : 'organization.actorSystem')
}

function ChangeList({ action, changes }: Pick<Entry, 'action' | 'changes'>) {
  return (
    <dl class="changes">
      {Object.entries(changes).map(([property, change]) => (
        <div key={property}>
          <dt>{propertyWords(action, property)}</dt>
          <dd>
            {isFields(change)
              ? `${valueWords(property, change['old'])} → ${valueWords(property, change['new'])}`
              : valueWords(property, change)}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function isEntry(value: unknown): value is Entry {
  return (
    isFields(value) &&
    typeof value['id'] === 'number' &&
    typeof value['timestamp'] === 'number' &&
    typeof value['action'] === 'string' &&
    typeof value['actor_type'] === 'string' &&
    typeof value['object_type'] === 'string' &&
    isNumbers(value['target_user_ids']) &&
    isFields(value['changes'])
  )
}
