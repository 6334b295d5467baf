// A view of many pages, such as the settings: their list on the left; where there is no room for both, first the list, then the page.
import { ChevronLeft, Compass, type LucideIcon } from 'lucide-preact'
import type { ComponentType } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { useLocation } from 'wouter-preact'
import { decodeHash } from '../../addresses/hash'
import { EmptyState } from '../../parts/empty-state'
import { useKeptFocus } from '../../parts/kept-focus'
import { View } from '../../shell/view'
import { text, type TextKey } from '../../texts/text'

export interface Page {
  /** In the address: `#settings/profile`. */
  name: string
  label: TextKey
  icon: LucideIcon
  content: ComponentType
}

export interface PageGroup {
  title: TextKey
  pages: readonly Page[]
  /** Views of their own that belong there, too. */
  links?: readonly { href: string; label: TextKey; icon: LucideIcon }[]
}

/** Where else there are such pages, for the head of the list. */
const areas = [
  { base: 'settings', label: 'settings.personal' },
  { base: 'organization', label: 'settings.organization' },
] as const

/** @param base the first part of the address */
export function PagesView({ base, groups }: { base: string; groups: readonly PageGroup[] }) {
  const [path] = useLocation()
  const box = useRef<HTMLDivElement>(null)
  useKeptFocus(box)
  const name = decodeHash(path.split('/')[2] ?? '') ?? ''
  const pages = groups.flatMap((group) => group.pages)
  const page = name === '' ? pages[0] : pages.find((each) => each.name === name)
  const title = text(base === 'settings' ? 'settings.personal' : 'settings.organization')
  return (
    <View
      title={page && name !== '' ? `${text(page.label)} – ${title}` : title}
      heading={<h1>{text('settings.title')}</h1>}
    >
      <div ref={box} class="pages" data-at={name === '' ? 'list' : 'page'}>
        <nav class="pages-list" aria-label={title}>
          <div class="pages-areas">
            {areas.map((area) => (
              <a
                key={area.base}
                href={`#${area.base}`}
                aria-current={area.base === base ? 'true' : undefined}
              >
                {text(area.label)}
              </a>
            ))}
          </div>
          {groups.map((group) => (
            <PagesGroup key={group.title} base={base} group={group} open={page} />
          ))}
        </nav>
        <div class="pages-page">
          <a class="pages-back" href={`#${base}`}>
            <ChevronLeft size={18} aria-hidden="true" />
            {title}
          </a>
          {page ? <OpenPage key={page.name} page={page} isChosen={name !== ''} /> : <Missing />}
        </div>
      </div>
    </View>
  )
}

function PagesGroup({ base, group, open }: { base: string; group: PageGroup; open: Page | undefined }) {
  return (
    <>
      <h2 class="pages-title">{text(group.title)}</h2>
      <ul>
        {group.pages.map((page) => (
          <li key={page.name}>
            <a href={`#${base}/${page.name}`} aria-current={page === open ? 'page' : undefined}>
              <page.icon size={17} aria-hidden="true" />
              {text(page.label)}
            </a>
          </li>
        ))}
        {group.links?.map((link) => (
          <li key={link.href}>
            <a href={link.href}>
              <link.icon size={17} aria-hidden="true" />
              {text(link.label)}
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}

function OpenPage({ page: { label, content: Content }, isChosen }: { page: Page; isChosen: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    // Who has chosen a page goes on from its beginning; whoever is quicker than the next frame, from where they are.
    if (isChosen) heading.current?.focus()
  }, [])
  return (
    <>
      <h2 ref={heading} class="page-title" tabIndex={-1}>
        {text(label)}
      </h2>
      <Content />
    </>
  )
}

function Missing() {
  return <EmptyState icon={Compass} title={text('shell.nothingHere')} />
}
