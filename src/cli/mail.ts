// `confab mail test|receive`: whether the mail server takes what this server sends, in its own words.
import type { Command } from 'commander'
import { perform } from './control'
import { exitCodes, Failure } from './failure'
import { testMail } from './mail-operations'
import { addDataOption, addJsonOption, flag, organizationOf, valued } from './options'
import { addReceiveCommand } from './mail-receiving'
import { printJson, printLines } from './output'

interface TestOptions {
  data: string
  json?: true
  verbose?: true
  subdomain?: string
}

export function addMailCommand(program: Command): void {
  const group = program.command('mail').description('try whether mail gets out; take mail in')
  addJsonOption(addDataOption(group.command('test')))
    .description('have the running server send a mail, and say what the mail server answered')
    .argument('<address>', 'where to')
    .addOption(
      valued(
        '--subdomain <subdomain>',
        'in the name of which organization; without it, the root or only one',
      ),
    )
    .addOption(flag('--verbose', 'print the whole conversation with the mail server'))
    .action(test)
  addReceiveCommand(group)
}

async function test(address: string, options: TestOptions): Promise<void> {
  const { json, verbose } = options
  const tried = await perform(options.data, testMail, { ...organizationOf(options), address })
  const { server, from, to, is_taken, answer, dialogue } = tried
  if (json) {
    printJson(tried)
    if (!is_taken) process.exitCode = exitCodes.refused
    return
  }
  if (verbose || !is_taken) printLines(...dialogue)
  if (!is_taken) throw new Failure('refused', `${answer}`)
  printLines(`${server} took a mail from ${from} to ${to}: ${answer}`)
}
