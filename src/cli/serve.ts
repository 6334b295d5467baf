// `confab serve`: its flags, most of which are settings.
import type { Command } from 'commander'
import { groups } from '../settings/table'
import { addDataOption, flag } from './options'
import { addSettings, settingsOf } from './setting-options'

export interface ServeOptions {
  data: string
  demo?: true
  json?: true
}

export function addServeCommand(program: Command): void {
  const command = addDataOption(program.command('serve'))
    .description('run the server')
    .addOption(
      flag(
        '--demo',
        'where there is no organization yet, make one to try things out in; print links that log in as its people',
      ),
    )
    .addOption(
      flag(
        '--json',
        'once ready, print one line of JSON: address, port, folder, the link that makes the first organization, those of the demo',
      ),
    )
    .addHelpText(
      'after',
      '\nSettings may also stand in confab.toml in the data folder, under the names of their flags. Flags go before the\n' +
        'environment, and that before the file: `confab config show` tells what comes of it, `confab config template` makes a file.',
    )
    .action(async (options: ServeOptions) => {
      const settings = await settingsOf(command, options.data)
      // Loaded only here: other commands need little of the server, and start sooner without it.
      const { runServer } = await import('./run-server')
      await runServer(options, settings)
    })
  addSettings(command, groups)
}
