// Commands that people type instead of a message, such as `/night`: what each changes of their settings, and what it answers.
import { badRequest } from '../http/errors'
import type { Organization } from '../organization/organization'
import type { SettingName } from '../user-settings/catalogue'
import { userSetting } from '../user-settings/repository'
import type { User } from '../users/repository'
import { changeSettings } from './settings'

interface SlashCommand {
  setting: SettingName
  value: unknown
  /** What the setting then is, and the command that takes it back. */
  state: string
  undoneBy: string
}

const dark: SlashCommand = { setting: 'color_scheme', value: 2, state: 'dark theme', undoneBy: '/light' }
const light: SlashCommand = { setting: 'color_scheme', value: 3, state: 'light theme', undoneBy: '/dark' }

const commands: Readonly<Record<string, SlashCommand>> = {
  night: dark,
  dark,
  day: light,
  light,
  'fluid-width': {
    setting: 'fluid_layout_width',
    value: true,
    state: 'fluid width',
    undoneBy: '/fixed-width',
  },
  'fixed-width': {
    setting: 'fluid_layout_width',
    value: false,
    state: 'fixed width',
    undoneBy: '/fluid-width',
  },
}

/**
 * Does what a command says (notes: calls beside `reference/`).
 * @param command with its slash; `/ping` only shows that the server answers
 * @returns what is to be shown to the person, in Markdown
 * @throws ApiError BAD_REQUEST for one that does not exist
 */
export async function runSlashCommand(
  organization: Organization,
  caller: User,
  command: string,
): Promise<string> {
  if (!command.startsWith('/')) throw badRequest('There should be a leading slash in the command.')
  const name = command.slice(1).trim().toLowerCase()
  if (name === 'ping') return ''
  const found = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!found) throw badRequest(`No such command: ${name.slice(0, 100)}`)
  const { setting, value, state, undoneBy } = found
  return organization.write((tx) => {
    if (userSetting(organization, caller.id, setting) === value) return `You are still in ${state}.`
    changeSettings(tx, caller, [[setting, value]])
    return `Changed to ${state}! To go back, type \`${undoneBy}\`.`
  })
}
