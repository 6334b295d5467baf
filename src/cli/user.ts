// `confab user create|list|key`.
import type { Command, Option } from 'commander'
import { perform } from './control'
import { roles } from '../users/rank'
import { createUser, listUsers, makeUserKey } from './operations'
import { addDataOption, addJsonOption, flag, valued } from './options'
import { printJson, printLines, table } from './output'
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

interface KeyOptions extends Common {
  email: string
  revokeOthers?: true
}

export function addUserCommand(program: Command): void {
  const group = program.command('user').description('make and list people, and make API keys for them')
  addCommon(group.command('create'))
    .description('add a person to an organization')
    .addOption(valued('--email <email>', 'e-mail address to log in with').makeOptionMandatory())
    .addOption(valued('--name <name>', 'full name').makeOptionMandatory())
    .addOption(valued('--role <role>', 'what they may do').choices(Object.keys(roles)).default('member'))
    .addOption(flag('--password-stdin', 'read the password from standard input; else one is made up'))
    .addOption(flag('--can-create-users', 'let them, as administrator, create people over the API'))
    .action(create)
  addCommon(group.command('list')).description('list the people of an organization').action(list)
  addCommon(group.command('key'))
    .description('make a new API key for a person')
    .addOption(valued('--email <email>', 'whose').makeOptionMandatory())
    .addOption(flag('--revoke-others', 'end the keys they have now, which logs them out everywhere'))
    .action(key)
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
    user.is_active ? user.role : `${user.role}, deactivated`,
  ])
  printLines(...table([['ID', 'E-MAIL', 'NAME', 'ROLE'], ...rows]))
}

async function key(options: KeyOptions): Promise<void> {
  const made = await perform(options.data, makeUserKey, {
    ...organizationOf(options),
    email: options.email,
    revoke_others: options.revokeOthers ?? false,
  })
  if (options.json) return printJson(made)
  printLines(`A new API key of ${made.email}, which can't be shown again:`, made.api_key)
}

function organizationOf({ subdomain }: Common): { subdomain?: string } {
  return subdomain === undefined ? {} : { subdomain }
}
