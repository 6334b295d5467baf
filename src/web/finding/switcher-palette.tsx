// The quick switcher: one field that leads to every conversation, person, view and page.
import { MessageSquareText, Search, Settings, Users } from 'lucide-preact'
import { useEffect, useState } from 'preact/hooks'
import { go, prepareSoon } from '../addresses/address'
import { narrowLink } from '../live/links'
import { ChannelIcon } from '../parts/channel-icon'
import { renderedText } from '../parts/rendered-html'
import { PersonAvatar } from '../people/person-avatar'
import { text } from '../texts/text'
import { Palette, type Choice } from './palette'
import { standardViews } from './standard-views'
import { candidates, fittingGoals, type Goal } from './switcher-goals'

interface Props {
  onClose(): void
}

export function SwitcherPalette({ onClose }: Props) {
  const [typed, setTyped] = useState('')
  const [all] = useState(candidates)
  const words = typed.trim()
  const open = (href: string): void => {
    onClose()
    go(href)
  }
  const fitting = fittingGoals(all, typed)
  const first = fitting[0]?.href
  useEffect(() => prepareSoon(() => first), [first])
  const goals = fitting.map((goal) => choiceOf(goal, () => open(goal.href)))
  const search: Choice = {
    key: 'search',
    label: text('search.searchFor', { value: words }),
    picture: <Search size={16} aria-hidden="true" />,
    choose: () => open(narrowLink([{ operator: 'search', operand: words }])),
  }
  return (
    <Palette
      label={text('finding.switchTo')}
      placeholder={text('search.switchPlaceholder')}
      value={typed}
      before={<Search size={18} aria-hidden="true" />}
      choices={words === '' ? goals : [...goals, search]}
      onInput={setTyped}
      onClose={onClose}
    />
  )
}

function choiceOf({ kind, name, detail: words, href, id, unread }: Goal, choose: () => void): Choice {
  const detail = kind === 'channel' ? renderedText(words) : words
  return {
    key: `${kind} ${href}`,
    label: name,
    detail: unread > 0 ? `${detail} · ${text('finding.unreadCount', { count: unread })}` : detail,
    picture: picture(kind, id, href),
    choose,
  }
}

function picture(kind: Goal['kind'], id: number, href: string) {
  if (kind === 'channel') return <ChannelIcon id={id} />
  if (kind === 'person') return <PersonAvatar userId={id} size={20} hasPresence />
  const view = standardViews.find(({ fragment }) => `#${fragment}` === href)
  const Icon = view?.icon ?? (kind === 'topic' ? MessageSquareText : kind === 'group' ? Users : Settings)
  return <Icon size={16} aria-hidden="true" />
}
