// A view of many things of one kind, such as channels: their list on the left, the one that is open beside it; where there is no room for
// both, one after the other.
import { ChevronLeft } from 'lucide-preact'
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { useKeptFocus } from '../../parts/kept-focus'
import { View } from '../../shell/view'

interface Props {
  title: string
  /** Address of the list without anything open. */
  home: string
  /** At the head of the list. */
  tools: ComponentChildren
  list: ComponentChildren
  /** Undefined while nothing is open; `page` is which of its pages that is: the window's title tells them apart. */
  open: { title: string; page: string; content: ComponentChildren } | undefined
  /** Stands in its place, where there is room. */
  empty: ComponentChildren
}

export function SplitView({ title, home, tools, list, open, empty }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useKeptFocus(box)
  return (
    <View title={open ? `${open.page} – ${open.title} – ${title}` : title} heading={<h1>{title}</h1>}>
      <div ref={box} class="pages split" data-at={open ? 'page' : 'list'}>
        <nav class="pages-list" aria-label={title}>
          {tools}
          {list}
        </nav>
        <div class="pages-page">
          <a class="pages-back" href={home}>
            <ChevronLeft size={18} aria-hidden="true" />
            {title}
          </a>
          {open ? open.content : empty}
        </div>
      </div>
    </View>
  )
}

/** Pages of one thing; links, so that each has its address. */
/** Shows the one that is open, where not all of them have room. */
function showTab(tab: HTMLAnchorElement | null): void {
  tab?.scrollIntoView({ block: 'nearest', inline: 'center' })
}

export function Tabs({
  label,
  tabs,
  now,
}: {
  label: string
  tabs: readonly { name: string; label: string; href: string }[]
  now: string
}) {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(({ name, label, href }) => (
        <a
          key={name}
          ref={name === now ? showTab : null}
          href={href}
          aria-current={name === now ? 'page' : undefined}
        >
          {label}
        </a>
      ))}
    </nav>
  )
}
