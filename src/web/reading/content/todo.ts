// A to-do list as its steps have made it: its title, the tasks, which are done. Pure.
import type { Submessage } from '../../store/messages'
import { isFields, isNumber, isText, listOf, orElse } from '../../store/shapes'
import { extraDataOf, stepOf } from './steps'

export interface Task {
  /** `<index>,canned` or `<key>,<user ID>`. */
  readonly key: string
  readonly task: string
  readonly description: string
  readonly isDone: boolean
}

export interface Todo {
  readonly title: string
  readonly tasks: readonly Task[]
}

/** @param author who sent the message: only they change its title @returns undefined if it is no to-do list */
export function todoOf(steps: readonly Submessage[], author: number): Todo | undefined {
  const data = extraDataOf(steps, 'todo')
  if (!data) return undefined
  let title = orElse(isText, data['task_list_title'], '')
  const tasks = new Map<string, Task>()
  const add = (key: string, task: unknown, desc: unknown): void => {
    if (isText(task)) tasks.set(key, { key, task, description: orElse(isText, desc, ''), isDone: false })
  }
  for (const [index, { task, desc }] of listOf(isFields, data['tasks']).entries())
    add(`${index},canned`, task, desc)
  for (const step of steps.slice(1)) {
    const said = stepOf(step)
    if (said?.['type'] === 'new_task_list_title' && step.sender_id === author && isText(said['title']))
      title = said['title']
    else if (said?.['type'] === 'new_task' && isNumber(said['key']))
      add(`${said['key']},${step.sender_id}`, said['task'], said['desc'])
    else if (said?.['type'] === 'strike' && isText(said['key'])) {
      const task = tasks.get(said['key'])
      if (task) tasks.set(task.key, { ...task, isDone: !task.isDone })
    }
  }
  return { title, tasks: [...tasks.values()] }
}

/** The number of the next task that this person adds. */
export function nextKey({ tasks }: Todo, me: number): number {
  const own = tasks.flatMap(({ key }) => {
    const [number, who] = key.split(',')
    return who === String(me) ? [Number(number)] : []
  })
  return Math.max(0, ...own) + 1
}
