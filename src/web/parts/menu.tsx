// Menus at a button, at the pointer, or on phones as a sheet: arrow keys, letters, Escape; focus goes back where it was.
import { signal } from '@preact/signals'
import { Check, type LucideIcon } from 'lucide-preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { placeBeside } from './beside'

export interface MenuItem {
  label: string
  icon?: LucideIcon
  /** Shown at the end, such as the key that does the same. */
  hint?: string
  /** Whether it is chosen, which a tick at its end shows; undefined where it is no choice. */
  checked?: boolean
  danger?: boolean
  run(): void
}

/** Undefined draws a line. */
export type MenuEntry = MenuItem | undefined

interface OpenMenu {
  label: string
  entries: readonly MenuEntry[]
  at: { getBoundingClientRect(): DOMRect }
  giveBack: Element | null
}

const openMenu = signal<OpenMenu | undefined>(undefined)

/** @param at an element, or the place of the pointer */
export function showMenu(
  label: string,
  at: Element | { x: number; y: number },
  entries: readonly MenuEntry[],
): void {
  openMenu.value = {
    label,
    entries,
    at: at instanceof Element ? at : { getBoundingClientRect: () => new DOMRect(at.x, at.y, 0, 0) },
    giveBack: at instanceof Element ? at : document.activeElement,
  }
}

export function closeMenu(): void {
  const menu = openMenu.peek()
  openMenu.value = undefined
  if (menu?.giveBack instanceof HTMLElement && menu.giveBack.isConnected) menu.giveBack.focus()
}

/** The menu that is open, if there is one. To be placed once. */
export function Menus() {
  const menu = openMenu.value
  return menu ? <OpenMenu key={menu.label} menu={menu} /> : null
}

function OpenMenu({ menu }: { menu: OpenMenu }) {
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const box = element.current
    if (!box) return
    void placeBeside(box, menu.at, { placement: 'bottom-start', gap: 4 })
    // Before it is drawn: the next key is meant for it.
    items(box)[0]?.focus()
  }, [menu])
  return (
    // A landmark, as all that a page shows has to be in one.
    <section
      class="menu-back"
      aria-label={menu.label}
      onPointerDown={(event) => event.target === event.currentTarget && closeMenu()}
    >
      <div
        ref={element}
        class="menu"
        role="menu"
        aria-label={menu.label}
        onKeyDown={(event) => moveFocus(event)}
      >
        {menu.entries.map((entry, index) =>
          entry ? (
            <Item key={entry.label} item={entry} />
          ) : (
            <div key={`line-${String(index)}`} role="separator" class="menu-line" />
          ),
        )}
      </div>
    </section>
  )
}

function Item({ item: { label, icon: Icon, hint, checked, danger, run } }: { item: MenuItem }) {
  return (
    <button
      type="button"
      role={checked === undefined ? 'menuitem' : 'menuitemradio'}
      aria-checked={checked}
      tabIndex={-1}
      class={`menu-item ${danger ? 'danger' : ''}`}
      onClick={() => {
        closeMenu()
        run()
      }}
    >
      <span class="menu-icon">{Icon && <Icon size={16} aria-hidden="true" />}</span>
      <span class="menu-label">{label}</span>
      {checked === true && <Check size={16} class="menu-tick" aria-hidden="true" />}
      {hint !== undefined && <kbd>{hint}</kbd>}
    </button>
  )
}

function items(box: Element): HTMLElement[] {
  return [...box.querySelectorAll<HTMLElement>('.menu-item')]
}

function moveFocus(event: KeyboardEvent & { currentTarget: HTMLDivElement }): void {
  const all = items(event.currentTarget)
  const now = all.findIndex((item) => item === document.activeElement)
  const to = target(event.key, now, all)
  if (event.key === 'Escape' || event.key === 'Tab') closeMenu()
  else if (to !== undefined) all[to]?.focus()
  else return
  event.preventDefault()
  event.stopPropagation()
}

function target(key: string, now: number, all: readonly HTMLElement[]): number | undefined {
  if (key === 'ArrowDown') return (now + 1) % all.length
  if (key === 'ArrowUp') return (now - 1 + all.length) % all.length
  if (key === 'Home') return 0
  if (key === 'End') return all.length - 1
  if (key.length !== 1 || key === ' ') return undefined
  const letter = key.toLocaleLowerCase()
  const order = all.map((_, index) => (now + 1 + index) % all.length)
  return order.find((index) => all[index]?.textContent.trim().toLocaleLowerCase().startsWith(letter))
}
