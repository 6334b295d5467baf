// Commands that are typed instead of a message, or at its beginning.
import type { TextKey } from '../texts/text'

/** Those that the server runs instead of a message (POST /zcommand). */
const run = ['night', 'dark', 'day', 'light', 'fluid-width', 'fixed-width', 'ping'] as const

export const slashCommands: readonly { name: string; label: TextKey; isRun: boolean }[] = [
  { name: 'me', label: 'writing.commandMe', isRun: false },
  { name: 'poll', label: 'writing.commandPoll', isRun: false },
  { name: 'todo', label: 'writing.commandTodo', isRun: false },
  { name: 'dark', label: 'writing.commandDark', isRun: true },
  { name: 'light', label: 'writing.commandLight', isRun: true },
  { name: 'fluid-width', label: 'writing.commandFluid', isRun: true },
  { name: 'fixed-width', label: 'writing.commandFixed', isRun: true },
]

/** The command with its slash, if the whole text is one that the server runs. */
export function slashCommandOf(content: string): string | undefined {
  const name = /^\/([a-z-]+)\s*$/.exec(content)?.[1]
  return run.some((each) => each === name) ? `/${name ?? ''}` : undefined
}
