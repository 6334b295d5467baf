// A line of a feed: a message, or a heading above some.
import { Component } from 'preact'
import type { SearchMarks } from '../feeds/fetching'
import type { Item } from '../feeds/layout'
import { text } from '../texts/text'
import { ConversationHeading } from './conversation-heading'
import { MessageRow } from './message-row'
import { dayHeading } from '../parts/moments'

interface Props {
  item: Item
  marks: ReadonlyMap<number, SearchMarks>
}

/** Drawn anew only where it says something else. (`memo` of `preact/compat` would have that look at every element of the page.) */
export class RowItem extends Component<Props> {
  override shouldComponentUpdate({ item, marks }: Props) {
    return marks !== this.props.marks || !isSame(this.props.item, item)
  }

  override render({ item, marks }: Props) {
    return <Line item={item} marks={marks} />
  }
}

function Line({ item, marks }: Props) {
  switch (item.kind) {
    case 'message':
      return <MessageRow message={item.message} isFirst={item.isFirst} marks={marks.get(item.key)} />
    case 'conversation':
      return <ConversationHeading message={item.message} marks={marks.get(item.message.id)} />
    case 'day':
      return (
        <h2 class="day-heading">
          <span>{dayHeading(item.timestamp)}</span>
        </h2>
      )
    default:
      return (
        <div class="unread-line" role="separator" aria-label={text('reading.unread')}>
          <span>{text('reading.unread')}</span>
        </div>
      )
  }
}

function isSame(before: Item, now: Item): boolean {
  if (before.kind === 'message' && now.kind === 'message')
    return before.message === now.message && before.isFirst === now.isFirst
  if (before.kind === 'conversation' && now.kind === 'conversation') return before.message === now.message
  if (before.kind === 'day' && now.kind === 'day') return before.timestamp === now.timestamp
  return before.kind === now.kind
}
