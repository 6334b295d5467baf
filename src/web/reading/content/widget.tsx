// Polls and to-do lists: the message's first step says what they are, the others what was done to them.
import type { Message } from '../../store/messages'
import { PollView } from './poll-view'
import { TodoView } from './todo-view'
import { pollOf, type Poll } from './poll'
import { todoOf, type Todo } from './todo'

export type WidgetModel = { kind: 'poll'; poll: Poll } | { kind: 'todo'; todo: Todo }

/** Undefined for all other messages. */
export function widgetOf({ submessages, sender_id: author }: Message): WidgetModel | undefined {
  if (submessages.length === 0) return undefined
  const poll = pollOf(submessages, author)
  if (poll) return { kind: 'poll', poll }
  const todo = todoOf(submessages, author)
  return todo && { kind: 'todo', todo }
}

export function Widget({ message, widget }: { message: Message; widget: WidgetModel }) {
  return widget.kind === 'poll' ? (
    <PollView message={message} poll={widget.poll} />
  ) : (
    <TodoView message={message} todo={widget.todo} />
  )
}
