// The command line of Confab: each command is a file in cli/.
import { Command } from 'commander'
import { addConfigCommand } from './cli/config'
import { exitCodes, exitWith } from './cli/failure'
import { addBackupCommand } from './cli/backup'
import { addCheckCommand, addCopyCommand } from './cli/copy-database'
import { addDoctorCommand } from './cli/doctor'
import { addHealthCommand } from './cli/health'
import { addInstallCommand, addUninstallCommand } from './cli/install'
import { addImportCommand } from './cli/import'
import { addJobsCommand } from './cli/jobs'
import { assertKnownVariables } from './cli/known-variables'
import { addMailCommand } from './cli/mail'
import { addMessageCommand } from './cli/message'
import { addOrganizationCommand } from './cli/organization'
import { addPushCommand } from './cli/push'
import { addServeCommand } from './cli/serve'
import { addStatusCommand } from './cli/status'
import { addUserCommand } from './cli/user'
import { version } from './version'

const notes = `
Every option is also an environment variable: --rate-limits off is CONFAB_RATE_LIMITS=off. What is a setting of the
server may also stand in confab.toml in the data folder (\`confab config --help\`). Commands work while a server runs
on the same data folder, and the server sees the result at once.

Exit codes: 0 done, ${exitCodes.unexpected} unexpected error, ${exitCodes.usage} wrong usage, \
${exitCodes.portTaken} port taken, ${exitCodes.folderNotWritable} data folder not writable,
${exitCodes.databaseTooNew} data written by a newer version, ${exitCodes.folderInUse} data folder in use by another server, \
${exitCodes.refused} refused, ${exitCodes.notHealthy} not healthy,
${exitCodes.upgradeFailed} data of an older version can't be upgraded, ${exitCodes.databaseDamaged} database damaged,
${exitCodes.backupIncomplete} backup incomplete, ${exitCodes.backupDamaged} backup damaged, ${exitCodes.backupKey} backup not opened by that key,
${exitCodes.problems} the doctor found problems.`

const program = new Command('confab')
  .description('A team-chat server in one executable and one folder of data.')
  .version(version)
  .showHelpAfterError('(--help tells how)')
  .addHelpText('after', notes)
  .exitOverride((end) => process.exit(end.exitCode === 0 ? 0 : exitCodes.usage))
const commands = new Map([
  ['serve', addServeCommand],
  ['organization', addOrganizationCommand],
  ['user', addUserCommand],
  ['message', addMessageCommand],
  ['import', addImportCommand],
  ['jobs', addJobsCommand],
  ['push', addPushCommand],
  ['mail', addMailCommand],
  ['status', addStatusCommand],
  ['backup', addBackupCommand],
  ['health', addHealthCommand],
  ['doctor', addDoctorCommand],
  ['copy-database', addCopyCommand],
  ['check-database', addCheckCommand],
  ['config', addConfigCommand],
  ['install', addInstallCommand],
  ['uninstall', addUninstallCommand],
])
// The one that is named is enough, and sooner there; otherwise all are, for the help.
const named = commands.get(process.argv[2] ?? '')
for (const add of named ? [named] : commands.values()) add(program)

// Whatever is made here, databases and the control socket too, is for this user alone.
process.umask(0o077)
try {
  // Where it would change what is started, a slip in a name must not go unnoticed.
  if (named === addServeCommand || named === addConfigCommand) assertKnownVariables(commands.values())
  await program.parseAsync()
} catch (error) {
  exitWith(error)
}
