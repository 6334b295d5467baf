// `confab organization create|list|deactivate|reactivate|remove|audit|export|import|receive|move`.
import type { Command, Option } from 'commander'
import { addArchiveCommands } from './archive'
import { addAuditCommand } from './audit'
import { perform } from './control'
import { Failure } from './failure'
import { addMoveCommands } from './move'
import {
  createOrganization,
  deactivateOrganization,
  listOrganizations,
  reactivateOrganization,
  removeOrganization,
} from './operations'
import { addDataOption, addJsonOption, flag, organizationOf, valued } from './options'
import { printJson, printLines, table } from './output'
import { generatePassword, readPassword } from './password'

interface Common {
  data: string
  json?: true
}

interface CreateOptions extends Common {
  name: string
  subdomain: string
  ownerEmail: string
  ownerName: string
  passwordStdin?: true
  publicAccess?: true
}

interface WhichOptions extends Common {
  subdomain?: string
}

interface RemoveOptions extends WhichOptions {
  yes?: true
}

export function addOrganizationCommand(program: Command): void {
  const group = program
    .command('organization')
    .description(
      'make, list, close, remove, export, import and move organizations, see what was changed in them',
    )
  addJsonOption(addDataOption(group.command('create')))
    .description('make an organization and its owner')
    .addOption(valued('--name <name>', 'name that people see').makeOptionMandatory())
    .addOption(
      valued('--subdomain <subdomain>', 'string identifier; without it, the root organization').default(''),
    )
    .addOption(valued('--owner-email <email>', "the owner's e-mail address").makeOptionMandatory())
    .addOption(valued('--owner-name <name>', "the owner's full name").makeOptionMandatory())
    .addOption(flag('--password-stdin', "read the owner's password from standard input; else one is made up"))
    .addOption(flag('--public-access', 'let anyone look at web-public channels without an account'))
    .action(create)
  addJsonOption(addDataOption(group.command('list')))
    .description('list all organizations')
    .action(list)
  addJsonOption(addDataOption(group.command('deactivate')))
    .description('close an organization to everybody; nothing is deleted')
    .addOption(which())
    .action(deactivate)
  addJsonOption(addDataOption(group.command('reactivate')))
    .description('open an organization again')
    .addOption(which())
    .action(reactivate)
  addJsonOption(addDataOption(group.command('remove')))
    .description('delete an organization with all its people, messages and files')
    .addOption(which())
    .addOption(flag('--yes', 'do it without asking'))
    .action(remove)
  addAuditCommand(group)
  addArchiveCommands(group)
  addMoveCommands(group)
}

function which(): Option {
  return valued('--subdomain <subdomain>', 'which one; not needed where there is only one')
}

async function create(options: CreateOptions): Promise<void> {
  const given = options.passwordStdin === undefined ? undefined : await readPassword()
  const password = given ?? generatePassword()
  const made = await perform(options.data, createOrganization, {
    subdomain: options.subdomain,
    name: options.name,
    owner_email: options.ownerEmail,
    owner_name: options.ownerName,
    password,
    public_access: options.publicAccess ?? false,
  })
  const shown = given === undefined ? { password } : {}
  if (options.json) return printJson({ ...made, ...shown })
  printLines(
    `Made the organization "${options.name}"${made.organization === '' ? '' : ` (${made.organization})`}.`,
    `Its owner is ${made.email}, user ID ${made.user_id}.`,
    ...Object.values(shown).map((text) => `Password: ${text}`),
    `API key:  ${made.api_key}`,
    'Keep it: it is stored only as a hash.',
  )
}

async function list({ data, json }: Common): Promise<void> {
  const found = await perform(data, listOrganizations, {})
  if (json) return printJson(found)
  const rows = found.organizations.map((each) => [
    each.organization || '(root)',
    nameIn(each),
    each.is_damaged || each.is_moving || each.moved_to !== null ? '' : String(each.users),
  ])
  printLines(...table([['SUBDOMAIN', 'NAME', 'USERS'], ...rows]))
}

interface Listed {
  name: string
  is_damaged: boolean
  is_deactivated: boolean
  is_moving: boolean
  moved_to: string | null
}

function nameIn({ name, is_damaged, is_deactivated, is_moving, moved_to }: Listed): string {
  if (is_damaged) return '(damaged)'
  if (is_moving) return '(on its way to another machine: run `confab organization move` again)'
  if (moved_to !== null) return `(moved to ${moved_to})`
  return name + (is_deactivated ? ', deactivated' : '')
}

async function deactivate(options: WhichOptions): Promise<void> {
  const done = await perform(options.data, deactivateOrganization, organizationOf(options))
  if (options.json) return printJson(done)
  printLines(`The organization "${done.name}" is closed to everybody.`)
}

async function reactivate(options: WhichOptions): Promise<void> {
  const done = await perform(options.data, reactivateOrganization, organizationOf(options))
  if (options.json) return printJson(done)
  printLines(`The organization "${done.name}" is open again.`)
}

async function remove({ yes, ...options }: RemoveOptions): Promise<void> {
  if (!yes && !confirmed())
    throw new Failure('usage', 'Nothing was removed. Say --yes to remove it for good.')
  const removed = await perform(options.data, removeOrganization, organizationOf(options))
  if (options.json) return printJson(removed)
  printLines(`Removed the organization "${removed.name}".`)
}

function confirmed(): boolean {
  if (!process.stdin.isTTY) return false
  return confirm('This deletes the organization with all its people, messages and files. Go on?')
}
