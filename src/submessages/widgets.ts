// Widgets: the poll or todo list that a message beginning with /poll or /todo becomes, as clients draw it.
import { isBlank, trimmed } from '../http/visible-text'

/** What a client needs to draw a widget; as JSON it is the content of the message's first submessage. */
export type Widget =
  | { widget_type: 'poll'; extra_data: { question: string; options: string[] } }
  | { widget_type: 'todo'; extra_data: { task_list_title: string; tasks: Task[] } }

export interface Task {
  task: string
  desc: string
}

/** The kind of submessages that widgets are made of; there is no other. */
export const widgetKind = 'widget'

/**
 * The widget that a message's content makes:
 * `/poll Question` with an option on each line after it, `/todo Title` with `task: description` on each.
 * @returns undefined for any other message.
 */
export function widgetIn(content: string): Widget | undefined {
  const command = /^\/(poll|todo)(?=\s|$)[^\S\n]*(.*)(?:\n([^]*))?$/.exec(content)
  if (!command) return undefined
  const [, kind, heading = '', rest = ''] = command
  const lines = rest
    .split('\n')
    .map((line) => line.trim().replace(/^[-*+]\s+/, ''))
    .filter((line) => !isBlank(line))
  if (kind === 'poll') {
    return { widget_type: 'poll', extra_data: { question: trimmed(heading), options: [...new Set(lines)] } }
  }
  const title = trimmed(heading) || defaultTitle
  return { widget_type: 'todo', extra_data: { task_list_title: title, tasks: tasksOf(lines) } }
}

const defaultTitle = 'Task list'

/** Tasks by their names; of those that share one, the first counts. */
function tasksOf(lines: readonly string[]): Task[] {
  const tasks = new Map<string, Task>()
  for (const line of lines) {
    const colon = line.indexOf(':')
    const task = trimmed(colon < 0 ? line : line.slice(0, colon))
    const desc = colon < 0 ? '' : trimmed(line.slice(colon + 1))
    if (task !== '' && !tasks.has(task)) tasks.set(task, { task, desc })
  }
  return [...tasks.values()]
}
