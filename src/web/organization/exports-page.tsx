// The page of exports: all that the organization has, as a file; who agrees that private messages of theirs are in it.
import { Download, Trash2 } from 'lucide-preact'
import { useEffect, useState } from 'preact/hooks'
import { call } from '../api/call'
import { connection } from '../live/connection'
import { onEvent, state } from '../live/state'
import { Avatar } from '../parts/avatar'
import { IconButton } from '../parts/icon-button'
import { shownName } from '../people/names'
import { userOf } from '../store/names'
import { isBoolean, isFields, isNumber } from '../store/shapes'
import { text } from '../texts/text'
import { momentWords } from '../texts/times'
import { useFetched, WhenFetched } from '../settings/controls/fetched'
import { ask } from '../settings/controls/form-dialog'
import { FilterField, fits, Line, List } from '../settings/controls/list'
import { Notice } from '../settings/controls/notice'
import { Row, Section } from '../settings/controls/row'
import { useSaving } from '../settings/controls/saving'
import { Select } from '../settings/controls/setting-rows'
import { useUniqueId } from '../parts/unique-id'
import { administratorsOnly } from './settings'

interface Export {
  id: number
  acting_user_id: number
  /** UNIX seconds, with fractions. */
  export_time: number
  export_type: number
  /** An address of this server; null until it is done, and when it is deleted. */
  export_url: string | null
  deleted_timestamp: number | null
  failed_timestamp: number | null
  pending: boolean
  /** From 0 to 1, while it is made. */
  progress?: number
}

/** Milliseconds until the page looks what has become of exports that other administrators have asked for. */
const looksAgain = 5000

const publicData = 1
const withPrivateData = 2

export function ExportsPage() {
  const refusal = administratorsOnly()
  return refusal === undefined ? (
    <Exports />
  ) : (
    <Notice>{text('organization.administratorsSeeExports')}</Notice>
  )
}

function Exports() {
  return (
    <>
      <p class="hint">{text('organization.exportsHint')}</p>
      <Made />
      <Consents />
    </>
  )
}

function Made() {
  const made = useFetched(async () => {
    const { exports } = await call('GET', '/export/realm')
    return Array.isArray(exports) ? exports.filter(isExport) : []
  })
  // It is told of what has become of an export to whoever asked for it, and to whoever deletes one; others look again.
  useEffect(() => onEvent(({ type }) => void (type === 'realm_export' && made.again())), [])
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden && connection.peek() === 'live') void made.again()
    }, looksAgain)
    return () => clearInterval(timer)
  }, [])
  return (
    <>
      <NewExport onAsked={() => made.again()} />
      <WhenFetched of={made}>
        {(exports) => (
          <List
            items={[...exports].sort((a, b) => b.export_time - a.export_time)}
            keyOf={({ id }) => id}
            label={text('organization.exports')}
            empty={text('organization.noExports')}
          >
            {(each) => <ExportLine export={each} onDeleted={() => made.again()} />}
          </List>
        )}
      </WhenFetched>
    </>
  )
}

function NewExport({ onAsked }: { onAsked(): Promise<void> }) {
  const id = useUniqueId()
  const { outcome, save } = useSaving()
  const [type, setType] = useState(publicData)
  const start = async (): Promise<void> => {
    await call('POST', '/export/realm', { export_type: type })
    await onAsked()
  }
  return (
    <Section title={text('organization.newExport')}>
      <Row
        id={id}
        label={text('organization.whatIsExported')}
        isWide
        hint={text(type === publicData ? 'organization.publicDataHint' : 'organization.privateDataHint')}
        outcome={outcome?.kind === 'refused' ? outcome : undefined}
      >
        <span class="buttons">
          <Select
            id={id}
            value={type}
            options={[
              { value: publicData, label: text('organization.publicData') },
              { value: withPrivateData, label: text('organization.privateData') },
            ]}
            onChange={(next) => setType(next)}
          />
          <button type="button" class="button" onClick={() => void save(start)}>
            {text('organization.startExport')}
          </button>
        </span>
      </Row>
    </Section>
  )
}

function ExportLine({ export: made, onDeleted }: { export: Export; onDeleted(): Promise<void> }) {
  const is24 = state().userSettings.twenty_four_hour_time
  const name = momentWords(made.export_time, is24)
  const kind = text(made.export_type === publicData ? 'organization.publicData' : 'organization.privateData')
  return (
    <Line
      title={name}
      note={
        <>
          {[kind, text('organization.askedBy', { name: shownName(made.acting_user_id) }), stateOf(made)].join(
            ' · ',
          )}
          {made.pending && (
            <progress
              class="export-progress"
              aria-label={text('organization.exportProgress')}
              max={1}
              {...(made.progress === undefined ? {} : { value: made.progress })}
            />
          )}
        </>
      }
      actions={
        made.export_url !== null && (
          <>
            <a class="button plain" href={new URL(made.export_url, location.href).pathname} download="">
              <Download size={15} aria-hidden="true" />
              {text('organization.downloadExport')}
            </a>
            <IconButton
              icon={Trash2}
              label={text('settings.remove', { name })}
              onClick={() =>
                ask({
                  title: text('organization.deleteExport'),
                  words: text('organization.deleteExportWords'),
                  action: text('settings.delete'),
                  run: async () => {
                    await call('DELETE', `/export/realm/${String(made.id)}`)
                    await onDeleted()
                  },
                })
              }
            />
          </>
        )
      }
    />
  )
}

function stateOf({ pending, failed_timestamp, deleted_timestamp }: Export): string {
  if (pending) return text('organization.exportPending')
  if (failed_timestamp !== null) return text('organization.exportFailed')
  return text(deleted_timestamp === null ? 'organization.exportDone' : 'organization.exportDeleted')
}

interface Consent {
  user_id: number
  consented: boolean
}

/** Who has agreed, of all who can. */
function Consents() {
  const consents = useFetched(async () => {
    const { export_consents } = await call('GET', '/export/realm/consents')
    return Array.isArray(export_consents) ? export_consents.filter(isConsent) : []
  })
  useEffect(() => onEvent(({ type }) => void (type === 'realm_export_consent' && consents.again())), [])
  const [filter, setFilter] = useState('')
  return (
    <Section title={text('organization.consents')} hint={text('organization.consentsHint')}>
      <WhenFetched of={consents}>
        {(all) => (
          <>
            <p>
              {text('organization.consentCount', {
                count: all.filter(({ consented }) => consented).length,
                all: all.length,
              })}
            </p>
            {all.length > 10 && (
              <FilterField value={filter} onInput={setFilter} label={text('settings.filterPeople')} />
            )}
            <List
              items={all
                .map((each) => ({ ...each, name: shownName(each.user_id) }))
                .filter(({ name }) => fits(filter, name))
                .sort((a, b) => Number(b.consented) - Number(a.consented) || a.name.localeCompare(b.name))}
              keyOf={({ user_id }) => user_id}
              label={text('organization.consents')}
              empty={text('organization.nobodyFound')}
            >
              {({ user_id, name, consented }) => (
                <Line
                  lead={
                    <Avatar id={user_id} name={name} url={userOf(state(), user_id)?.avatar_url} size={28} />
                  }
                  title={name}
                  note={text(consented ? 'organization.hasConsented' : 'organization.hasNotConsented')}
                />
              )}
            </List>
          </>
        )}
      </WhenFetched>
    </Section>
  )
}

function isExport(value: unknown): value is Export {
  return (
    isFields(value) &&
    isNumber(value['id']) &&
    isNumber(value['acting_user_id']) &&
    isNumber(value['export_time']) &&
    isNumber(value['export_type']) &&
    isBoolean(value['pending']) &&
    (value['export_url'] === null || typeof value['export_url'] === 'string')
  )
}

function isConsent(value: unknown): value is Consent {
  return isFields(value) && isNumber(value['user_id']) && isBoolean(value['consented'])
}
