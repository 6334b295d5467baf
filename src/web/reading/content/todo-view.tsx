// A to-do list to work through together.
import { Pencil, Plus } from 'lucide-preact'
import { state } from '../../live/state'
import type { Message } from '../../store/messages'
import { text } from '../../texts/text'
import { doStep } from './steps'
import { nextKey, type Task, type Todo } from './todo'
import { AddEntry, EditableTitle } from './widget-fields'

export function TodoView({ message, todo }: { message: Message; todo: Todo }) {
  const me = state().ownUser.user_id
  return (
    <section class="widget" aria-label={text('reading.todo')}>
      <EditableTitle
        title={todo.title || text('reading.todo')}
        label={text('reading.editTitle')}
        icon={Pencil}
        mayEdit={message.sender_id === me}
        onSave={(title) => doStep(message.id, { type: 'new_task_list_title', title })}
      />
      <ul class="todo-tasks">
        {todo.tasks.map((task) => (
          <TaskRow key={task.key} messageId={message.id} task={task} />
        ))}
      </ul>
      <AddEntry
        icon={Plus}
        label={text('reading.addTask')}
        detail={text('reading.taskDescription')}
        onAdd={(task, desc) =>
          doStep(message.id, { type: 'new_task', key: nextKey(todo, me), task, desc, completed: false })
        }
      />
    </section>
  )
}

function TaskRow({ messageId, task: { key, task, description, isDone } }: { messageId: number; task: Task }) {
  return (
    <li class={isDone ? 'done' : ''}>
      <label>
        <input
          type="checkbox"
          checked={isDone}
          onClick={(event) => {
            // It is ticked when the server says so.
            event.preventDefault()
            void doStep(messageId, { type: 'strike', key })
          }}
        />
        <span dir="auto">
          <strong>{task}</strong>
          {description !== '' && <span class="soft">: {description}</span>}
        </span>
      </label>
    </li>
  )
}
