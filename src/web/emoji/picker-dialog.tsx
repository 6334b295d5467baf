// The emoji picker: a search field over a grid, of which only the rows that are seen are drawn.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { placeBeside } from '../parts/beside'
import { Skeleton } from '../parts/skeleton'
import { text } from '../texts/text'
import { Emoji } from './emoji'
import { unicodeEmoji } from './emoji-data'
import type { FoundEmoji } from './emoji-search'
import { pickerRows, type PickerRow } from './picker-rows'
import { rememberEmoji } from './recent-emoji'

interface Props {
  at: Element
  close(): void
  onPick(emoji: FoundEmoji): void
}

interface Cell {
  row: number
  column: number
}

const columns = 8
/** Rows that are drawn beyond those that are seen. */
const spare = 4

export function PickerDialog({ at, close, onPick }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [query, setQuery] = useState('')
  const all = unicodeEmoji()
  const rows = useMemo(() => pickerRows(query, columns), [query, all])
  useOpen(dialog, at)
  // Whoever was quicker than the emoji gets the first of them once they are there.
  const isAwaited = useRef(false)
  useEffect(() => {
    if (rows && isAwaited.current) pick(firstOf(rows))
  }, [rows])
  const pick = (emoji: FoundEmoji | undefined): void => {
    if (!emoji) return
    rememberEmoji(emoji.name)
    onPick(emoji)
  }
  return (
    <dialog
      ref={dialog}
      class="emoji-picker"
      aria-label={text('emoji.picker')}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      onPointerDown={(event) => event.target === dialog.current && close()}
    >
      <div class="emoji-picker-inside">
        <input
          class="input"
          type="search"
          aria-label={text('emoji.search')}
          placeholder={text('emoji.search')}
          value={query}
          onInput={({ currentTarget }) => {
            isAwaited.current = false
            setQuery(currentTarget.value)
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') {
              event.preventDefault()
              isAwaited.current = rows === undefined
              pick(firstOf(rows))
            } else if (event.key === 'ArrowDown') {
              event.preventDefault()
              dialog.current?.querySelector<HTMLElement>('.emoji-cell[tabindex="0"]')?.focus()
            }
          }}
        />
        {rows === undefined ? (
          <Skeleton rows={4} label={text('shell.loading')} />
        ) : rows.length === 0 ? (
          <p class="emoji-none" role="status">
            {text('emoji.none')}
          </p>
        ) : (
          <Grid key={query} rows={rows} pick={pick} />
        )}
      </div>
    </dialog>
  )
}

function firstOf(rows: readonly PickerRow[] | undefined): FoundEmoji | undefined {
  const row = rows?.find((each) => 'emoji' in each)
  return row && 'emoji' in row ? row.emoji[0] : undefined
}

/** Opens the dialog beside what it belongs to; the focus goes back there afterwards. */
function useOpen(dialog: { current: HTMLDialogElement | null }, at: Element): void {
  // Before what is inside measures itself.
  useLayoutEffect(() => {
    const box = dialog.current
    if (!box) return
    const before = document.activeElement
    box.showModal()
    void placeBeside(box, at, { placement: 'top-end', gap: 6, mayCover: true })
    return () => {
      const isOurs = box.contains(document.activeElement) || document.activeElement === document.body
      box.close()
      if (isOurs && before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
}

interface GridProps {
  rows: readonly PickerRow[]
  pick(emoji: FoundEmoji | undefined): void
}

function Grid({ rows, pick }: GridProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  const [height, setHeight] = useState(36)
  const [active, setActive] = useState<Cell>(() => firstCell(rows))
  useEffect(() => {
    const row = scroller.current?.querySelector('.emoji-row')
    if (row) setHeight(Math.max(1, row.getBoundingClientRect().height))
  }, [])
  const first = Math.max(0, Math.floor(top / height) - spare)
  const seen = Math.ceil((scroller.current?.clientHeight ?? 320) / height) + 2 * spare
  const move = (event: KeyboardEvent): void => {
    const cell = moved(event.key, active, rows)
    if (!cell) return
    event.preventDefault()
    setActive(cell)
    show(scroller.current, cell, height)
  }
  return (
    <>
      <Jumps rows={rows} jump={(row) => scroller.current?.scrollTo({ top: row * height })} />
      <div
        ref={scroller}
        class="emoji-scroller"
        role="grid"
        aria-label={text('emoji.picker')}
        aria-rowcount={rows.length}
        tabIndex={-1}
        onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
        onKeyDown={move}
      >
        <div role="presentation" style={{ height: `${first * height}px` }} />
        {rows.slice(first, first + seen).map((row, index) => (
          <Row key={first + index} row={row} index={first + index} active={active} pick={pick} />
        ))}
        <div
          role="presentation"
          style={{ height: `${Math.max(0, rows.length - first - seen) * height}px` }}
        />
      </div>
    </>
  )
}

interface RowProps {
  row: PickerRow
  index: number
  active: Cell
  pick(emoji: FoundEmoji): void
}

function Row({ row, index, active, pick }: RowProps) {
  if ('heading' in row)
    return (
      <div role="row" aria-rowindex={index + 1} class="emoji-row heading">
        <span role="gridcell">{text(row.heading)}</span>
      </div>
    )
  return (
    <div role="row" aria-rowindex={index + 1} class="emoji-row">
      {row.emoji.map((emoji, column) => (
        <span key={`${emoji.type} ${emoji.code}`} role="gridcell">
          <button
            type="button"
            class="emoji-cell"
            data-cell={`${index} ${column}`}
            tabIndex={active.row === index && active.column === column ? 0 : -1}
            aria-label={emoji.name.replaceAll('_', ' ')}
            title={`:${emoji.name}:`}
            onClick={() => pick(emoji)}
          >
            <Emoji name={emoji.name} code={emoji.code} type={emoji.type} />
          </button>
        </span>
      ))}
    </div>
  )
}

/** Buttons that lead to the categories: the first emoji of each. */
function Jumps({ rows, jump }: { rows: readonly PickerRow[]; jump(row: number): void }) {
  const headings = rows.flatMap((row, index) => ('heading' in row ? [{ heading: row.heading, index }] : []))
  if (headings.length === 0) return null
  return (
    <div class="emoji-jumps" role="group" aria-label={text('emoji.categories')}>
      {headings.map(({ heading, index }) => {
        const next = rows[index + 1]
        const sign = next && 'emoji' in next ? next.emoji[0] : undefined
        return (
          <button
            key={heading}
            type="button"
            aria-label={text(heading)}
            title={text(heading)}
            onClick={() => jump(index)}
          >
            {heading === 'emoji.recent' ? '🕘' : sign && <Emoji {...sign} />}
          </button>
        )
      })}
    </div>
  )
}

function firstCell(rows: readonly PickerRow[]): Cell {
  return {
    row: Math.max(
      0,
      rows.findIndex((row) => 'emoji' in row),
    ),
    column: 0,
  }
}

function moved(key: string, { row, column }: Cell, rows: readonly PickerRow[]): Cell | undefined {
  if (key === 'ArrowDown' || key === 'ArrowUp') {
    const step = key === 'ArrowDown' ? 1 : -1
    for (let to = row + step; to >= 0 && to < rows.length; to += step) {
      const cells = cellsOf(rows[to])
      if (cells > 0) return { row: to, column: Math.min(column, cells - 1) }
    }
    return undefined
  }
  if (key === 'Home') return { row, column: 0 }
  if (key === 'End') return { row, column: cellsOf(rows[row]) - 1 }
  const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
  if (step === 0) return undefined
  const to = column + (document.dir === 'rtl' ? -step : step)
  if (to >= 0 && to < cellsOf(rows[row])) return { row, column: to }
  const beside = moved(to < 0 ? 'ArrowUp' : 'ArrowDown', { row, column: to < 0 ? Infinity : 0 }, rows)
  return beside
}

function cellsOf(row: PickerRow | undefined): number {
  return row && 'emoji' in row ? row.emoji.length : 0
}

/** Scrolls to the cell, and gives it the focus once it is drawn. */
function show(scroller: HTMLElement | null, { row, column }: Cell, height: number): void {
  if (!scroller) return
  const { scrollTop, clientHeight } = scroller
  const top = row * height
  if (top < scrollTop + height) scroller.scrollTop = top - height
  else if (top + height > scrollTop + clientHeight) scroller.scrollTop = top + height - clientHeight
  requestAnimationFrame(() =>
    requestAnimationFrame(() =>
      scroller.querySelector<HTMLElement>(`[data-cell="${row} ${column}"]`)?.focus({ preventScroll: true }),
    ),
  )
}
