// What may be done to a poll or a todo list: the steps of clients, checked against all that came before.
import { Type, type Static } from '@sinclair/typebox'
import { checkOf } from '../http/checks'
import { badRequest } from '../http/errors'
import { isBlank } from '../http/visible-text'
import type { Widget } from './widgets'

/** A submessage, as far as the rules care. */
export interface Step {
  senderId: number
  /** JSON. */
  content: string
}

/** How many options a poll, and tasks a list, may have. */
const maxEntries = 200
/** Longest question, title, option or task, in characters. */
const maxTextLength = 1000

const text = Type.String({ minLength: 1, maxLength: maxTextLength })
const key = Type.String({ maxLength: 100 })
const index = Type.Integer({ minimum: 0, maximum: 1_000_000 })

const pollStep = Type.Union([
  Type.Object({ type: Type.Literal('vote'), key, vote: Type.Union([Type.Literal(1), Type.Literal(-1)]) }),
  Type.Object({ type: Type.Literal('new_option'), idx: index, option: text }),
  Type.Object({ type: Type.Literal('question'), question: text }),
])

const todoStep = Type.Union([
  Type.Object({
    type: Type.Literal('new_task'),
    key: index,
    task: text,
    desc: Type.String({ maxLength: maxTextLength }),
    completed: Type.Boolean(),
  }),
  Type.Object({ type: Type.Literal('strike'), key }),
  Type.Object({ type: Type.Literal('new_task_list_title'), title: text }),
])

const pollSteps = checkOf(pollStep)
const todoSteps = checkOf(todoStep)

/**
 * Checks the next step of a widget.
 * @param authorId who sent the message
 * @param earlier the steps after the widget itself, in their order; they were checked when they came.
 * @throws ApiError BAD_REQUEST: it is no step of such a widget, refers to an option or task that is not there, or
 * is only for the author to do.
 */
export function assertStepAllowed(
  widget: Widget,
  authorId: number,
  earlier: readonly Step[],
  { senderId, content }: Step,
): void {
  const step = parsed(content)
  if (widget.widget_type === 'poll') {
    if (!pollSteps.fits(step)) throw badRequest('Invalid data for a poll')
    return assertPollStep(widget.extra_data.options, authorId, earlier, senderId, step)
  }
  if (!todoSteps.fits(step)) throw badRequest('Invalid data for a todo list')
  const given = widget.extra_data.tasks.map(({ task }) => task)
  return assertTodoStep(given, authorId, earlier, senderId, step)
}

/** A poll's options have the keys `canned,<index>` and `<user ID>,<index>`. */
function assertPollStep(
  given: readonly string[],
  authorId: number,
  earlier: readonly Step[],
  senderId: number,
  step: Static<typeof pollStep>,
): void {
  if (step.type === 'question') {
    if (senderId !== authorId) throw badRequest("You can't edit a question unless you are the author.")
    return
  }
  const options = new Map(given.map((option, index) => [`canned,${index}`, option]))
  for (const { senderId, content } of earlier) {
    const before = parsed(content)
    if (pollSteps.fits(before) && before.type === 'new_option') {
      options.set(`${senderId},${before.idx}`, before.option)
    }
  }
  if (step.type === 'vote') {
    if (!options.has(step.key)) throw badRequest('This poll has no such option')
    return
  }
  assertNew(options, `${senderId},${step.idx}`, step.option, 'option')
}

/** A list's tasks have the keys `<index>,canned` and `<key>,<user ID>`. */
function assertTodoStep(
  given: readonly string[],
  authorId: number,
  earlier: readonly Step[],
  senderId: number,
  step: Static<typeof todoStep>,
): void {
  if (step.type === 'new_task_list_title') {
    if (senderId !== authorId)
      throw badRequest("You can't edit the task list title unless you are the author.")
    return
  }
  const tasks = new Map(given.map((task, index) => [`${index},canned`, task]))
  for (const { senderId, content } of earlier) {
    const before = parsed(content)
    if (todoSteps.fits(before) && before.type === 'new_task') {
      tasks.set(`${before.key},${senderId}`, before.task)
    }
  }
  if (step.type === 'strike') {
    if (!tasks.has(step.key)) throw badRequest('This list has no such task')
    return
  }
  assertNew(tasks, `${step.key},${senderId}`, step.task, 'task')
}

function assertNew(
  entries: ReadonlyMap<string, string>,
  newKey: string,
  newText: string,
  noun: 'option' | 'task',
): void {
  if (isBlank(newText)) throw badRequest(`The ${noun} must not be empty`)
  if (entries.has(newKey)) throw badRequest(`That number is taken by another ${noun}`)
  if ([...entries.values()].includes(newText)) throw badRequest(`The same ${noun} is there already`)
  if (entries.size >= maxEntries) throw badRequest(`There can be at most ${maxEntries} ${noun}s`)
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    return undefined
  }
}
