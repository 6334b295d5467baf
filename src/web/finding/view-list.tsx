// The views over everything, at the top of the left side; people choose which of them always show.
import { Bookmark, ChevronDown, ChevronRight, SlidersHorizontal, type LucideIcon } from 'lucide-preact'
import { address } from '../addresses/address'
import { call } from '../api/call'
import { state } from '../live/state'
import { IconButton } from '../parts/icon-button'
import { showMenu } from '../parts/menu'
import { toastProblem } from '../parts/toasts'
import { text } from '../texts/text'
import { Count } from './count'
import { useDerived } from './derived'
import { filter } from './filter'
import { isToggled, toggle } from './folds'
import { fragmentOf, homeAddress, standardViews, type StandardView } from './standard-views'

/** What is rarely needed is behind a fold by itself. */
const folded = new Set(['narrow/has/reaction/sender/me', 'reminders', 'scheduled'])
const more = 'more-views'

export function ViewList() {
  const isMoreOpen = isToggled(more)
  const views = allViews()
  const shown = views.filter(({ isPinned }) => isPinned)
  const hidden = views.filter(({ isPinned }) => !isPinned)
  if (filter.wanted !== '') return null
  return (
    <section class="side-section views">
      <h2 class="for-ears">{text('finding.views')}</h2>
      <ul>
        {shown.map(({ fragment }) => (
          <ViewRow key={fragment} fragment={fragment} />
        ))}
        {isMoreOpen && hidden.map(({ fragment }) => <ViewRow key={fragment} fragment={fragment} />)}
      </ul>
      <div class="side-more-row">
        {hidden.length > 0 && (
          <button type="button" class="side-more" aria-expanded={isMoreOpen} onClick={() => toggle(more)}>
            {isMoreOpen ? (
              <ChevronDown size={14} aria-hidden="true" />
            ) : (
              <ChevronRight size={14} aria-hidden="true" />
            )}
            {text(isMoreOpen ? 'finding.fewerViews' : 'finding.moreViews')}
          </button>
        )}
        <IconButton
          icon={SlidersHorizontal}
          size={14}
          label={text('finding.chooseViews')}
          onClick={({ currentTarget }) => choose(currentTarget)}
        />
      </div>
    </section>
  )
}

interface ListedView {
  fragment: string
  icon: LucideIcon
  name: string
  isPinned: boolean
  standard: StandardView | undefined
}

/** Those that every client has, then those that somebody has made of an address. */
function allViews(): ListedView[] {
  const chosen = state().navigationViews
  const own = chosen.filter(({ fragment }) => !standardViews.some((view) => view.fragment === fragment))
  return [
    ...standardViews.map((view) => {
      const choice = chosen.find(({ fragment }) => fragment === view.fragment)
      const { fragment, icon, label } = view
      const isPinned = choice?.is_pinned ?? !folded.has(fragment)
      return { fragment, icon, name: text(label), isPinned, standard: view }
    }),
    ...own.map(({ fragment, name, is_pinned: isPinned }) => {
      return { fragment, icon: Bookmark, name: name ?? fragment, isPinned, standard: undefined }
    }),
  ]
}

function ViewRow({ fragment }: { fragment: string }) {
  const view = allViews().find((each) => each.fragment === fragment)
  const count = useDerived(() => view?.standard?.count?.(state()) ?? 0)
  const isOpen = useDerived(() => {
    const open = fragmentOf(address.value)
    return (open === 'home' ? fragmentOf(homeAddress(state())) : open) === fragment
  })
  if (!view) return null
  const { icon: Icon, name, standard } = view
  return (
    <li>
      <a class="side-row" href={`#${fragment}`} aria-current={isOpen ? 'page' : undefined}>
        <Icon size={16} aria-hidden="true" />
        <span class="side-name">{name}</span>
        <Count count={count} isPlain={standard?.isUnread !== true} />
      </a>
    </li>
  )
}

/** The menu of what always shows. */
function choose(at: Element): void {
  showMenu(
    text('finding.chooseViews'),
    at,
    allViews().map((view) => ({
      label: view.name,
      checked: view.isPinned,
      run: () => void pin(view).catch(toastProblem),
    })),
  )
}

async function pin({ fragment, isPinned }: ListedView): Promise<void> {
  const isKnown = state().navigationViews.some((view) => view.fragment === fragment)
  await (isKnown
    ? call('PATCH', `/navigation_views/${encodeURIComponent(fragment)}`, { is_pinned: !isPinned })
    : call('POST', '/navigation_views', { fragment, is_pinned: !isPinned }))
}
