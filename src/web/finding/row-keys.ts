// Keys of lists: up and down (or j and k) go from row to row, as in the feeds.
import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { shortcut } from '../shell/shortcuts'

/** The list that is on the screen. */
let shown: HTMLElement | null = null

const isShown = (): boolean => shown?.isConnected === true

shortcut({
  keys: ['ArrowDown', 'j'],
  area: 'lists',
  label: 'finding.nextRow',
  when: isShown,
  run: () => move(1),
})
shortcut({
  keys: ['ArrowUp', 'k'],
  area: 'lists',
  label: 'finding.previousRow',
  when: isShown,
  run: () => move(-1),
})

/** @returns to be put on the list; its rows are the first link or button of each `li` or `tr` */
export function useRowKeys<T extends HTMLElement = HTMLDivElement>(): RefObject<T> {
  const list = useRef<T>(null)
  // Keys are for it as soon as it is seen.
  useLayoutEffect(() => {
    shown = list.current
    return () => {
      if (shown === list.current) shown = null
    }
  }, [])
  return list
}

function move(by: number): boolean {
  const rows = [...(shown?.querySelectorAll<HTMLElement>(':is(li, tbody tr) a[href]') ?? [])]
  const focused = document.activeElement
  // The keys of other lists, such as the left side, are the browser's.
  if (focused && focused !== document.body && !shown?.contains(focused) && !focused.matches('main'))
    return false
  const now = rows.findIndex((row) => row.closest('li, tr')?.contains(focused))
  const next = rows[Math.max(0, Math.min(rows.length - 1, now + by))]
  next?.focus()
  return next !== undefined
}
