// `confab user`: create, list, key, role, deactivate, reactivate, reset-password, delete-sessions.
import type { Command, Option } from 'commander'
import { perform } from './control'
import { roles } from '../users/rank'
import { port } from '../settings/network'
import { publicAddress } from '../settings/reaching'
import type { Settings } from '../settings/settings'
import { webOrigin } from '../settings/values'
import {
  changeUserRole,
  createUser,
  deactivateUser,
  deleteUserSessions,
  listUsers,
  makeUserKey,
  makeUserResetLink,
  reactivateUser,
} from './user-operations'
import { addDataOption, addJsonOption, flag, organizationOf, valued } from './options'
import { printJson, printLines, table } from './output'
import { settingsOf } from './setting-options'
import { generatePassword, readPassword } from './password'

interface Common {
  data: string
  json?: true
  subdomain?: string
}

interface CreateOptions extends Common {
  email: string
  name: string
  role: keyof typeof roles
  passwordStdin?: true
  canCreateUsers?: true
}

interface PersonOptions extends Common {
  email: string
}

interface KeyOptions extends PersonOptions {
  revokeOthers?: true
}

interface ResetOptions extends PersonOptions {
  origin?: string
}

interface RoleOptions extends PersonOptions {
  role: keyof typeof roles
}

export function addUserCommand(program: Command): void {
  const group = program.command('user').description('see to the people of an organization')
  addCommon(group.command('create'))
    .description('add a person to an organization')
    .addOption(valued('--email <email>', 'e-mail address to log in with').makeOptionMandatory())
    .addOption(valued('--name <name>', 'full name').makeOptionMandatory())
    .addOption(valued('--role <role>', 'what they may do').choices(Object.keys(roles)).default('member'))
    .addOption(flag('--password-stdin', 'read the password from standard input; else one is made up'))
    .addOption(flag('--can-create-users', 'let them, as administrator, create people over the API'))
    .action(create)
  addCommon(group.command('list'))
    .description('list the people of an organization, and their bots')
    .action(list)
  addCommon(group.command('key'))
    .description('make a new API key for a person or a bot')
    .addOption(whose())
    .addOption(flag('--revoke-others', 'end the keys they have now, which logs their apps out'))
    .action(key)
  addCommon(group.command('role'))
    .description('give a person another role')
    .addOption(whose())
    .addOption(valued('--role <role>', 'what they may do').choices(Object.keys(roles)).makeOptionMandatory())
    .action(role)
  addCommon(group.command('deactivate'))
    .description('close the account of a person, and their bots')
    .addOption(whose())
    .action(deactivate)
  addCommon(group.command('reactivate'))
    .description('open the account of a person or a bot again')
    .addOption(whose())
    .action(reactivate)
  addCommon(group.command('reset-password'))
    .description('make a link with which a person sets a new password, within a day')
    .addOption(whose())
    .addOption(
      valued(
        '--origin <address>',
        'where people reach the organization, such as https://chat.example.com (default: as the settings say)',
      ).argParser(webOrigin),
    )
    .action((options: ResetOptions, command: Command) => resetPassword(options, command))
  addCommon(group.command('delete-sessions'))
    .description('log the browsers of a person out')
    .addOption(whose())
    .action(deleteSessions)
}

function whose(): Option {
  return valued('--email <email>', 'whose').makeOptionMandatory()
}

function addCommon(command: Command): Command {
  const subdomain: Option = valued(
    '--subdomain <subdomain>',
    'which organization; without it, the root or only one',
  )
  return addJsonOption(addDataOption(command)).addOption(subdomain)
}

async function create(options: CreateOptions): Promise<void> {
  const given = options.passwordStdin === undefined ? undefined : await readPassword()
  const password = given ?? generatePassword()
  const made = await perform(options.data, createUser, {
    ...organizationOf(options),
    email: options.email,
    name: options.name,
    role: options.role,
    password,
    can_create_users: options.canCreateUsers ?? false,
  })
  if (options.json) return printJson({ ...made, password })
  printLines(
    `Added ${made.email} as ${options.role}, user ID ${made.user_id}.`,
    ...(given === undefined ? [`Password: ${password}`] : []),
    `API key:  ${made.api_key}`,
  )
}

async function list(options: Common): Promise<void> {
  const found = await perform(options.data, listUsers, organizationOf(options))
  if (options.json) return printJson(found)
  const rows = found.users.map((user) => [
    String(user.user_id),
    user.email,
    user.full_name,
    user.role +
      (user.bot_owner === null ? '' : `, bot of ${user.bot_owner}`) +
      (user.is_active ? '' : ', deactivated'),
  ])
  printLines(...table([['ID', 'E-MAIL', 'NAME', 'ROLE'], ...rows]))
}

async function key(options: KeyOptions): Promise<void> {
  const made = await perform(options.data, makeUserKey, {
    ...personOf(options),
    revoke_others: options.revokeOthers ?? false,
  })
  if (options.json) return printJson(made)
  const again = made.is_bot ? 'which those who administer it can see again' : "which can't be shown again"
  printLines(`A new API key of ${made.email}, ${again}:`, made.api_key)
}

async function role(options: RoleOptions): Promise<void> {
  const changed = await perform(options.data, changeUserRole, { ...personOf(options), role: options.role })
  if (options.json) return printJson(changed)
  printLines(`${changed.email} is ${changed.role} now.`)
}

async function deactivate(options: PersonOptions): Promise<void> {
  const done = await perform(options.data, deactivateUser, personOf(options))
  if (options.json) return printJson(done)
  printLines(`The account of ${done.email} is closed.`)
}

async function reactivate(options: PersonOptions): Promise<void> {
  const done = await perform(options.data, reactivateUser, personOf(options))
  if (options.json) return printJson(done)
  printLines(`The account of ${done.email} is open again.`)
}

async function resetPassword(options: ResetOptions, command: Command): Promise<void> {
  const origin = options.origin ?? addressIn(await settingsOf(command, options.data), options.subdomain)
  const { path, ...made } = await perform(options.data, makeUserResetLink, personOf(options))
  const link = origin + path
  if (options.json) return printJson({ ...made, reset_url: link })
  printLines(`With this link ${made.email} sets a new password, once and within a day:`, link)
}

/** Where people reach the organization, as far as the settings say. */
function addressIn(settings: Settings, subdomain: string | undefined): string {
  const url = new URL(publicAddress(settings) ?? `http://localhost:${settings.value(port)}`)
  if (subdomain) url.host = `${subdomain}.${url.host}`
  return url.origin
}

async function deleteSessions(options: PersonOptions): Promise<void> {
  const done = await perform(options.data, deleteUserSessions, personOf(options))
  if (options.json) return printJson(done)
  printLines(`Browsers of ${done.email} that were logged out: ${done.sessions}.`)
}

function personOf(options: PersonOptions): { subdomain?: string; email: string } {
  return { ...organizationOf(options), email: options.email }
}
