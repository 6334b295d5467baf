// `confab copy-database|check-database`, hidden: processes of their own that read a whole database, with little claim to the processor.
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Command } from 'commander'
import { copyCommand } from '../organization/database-copy'
import { printLines } from './output'

export function addCopyCommand(program: Command): void {
  program
    .command(copyCommand, { hidden: true })
    .argument('<file>')
    .argument('<copy>')
    .action(async (file: string, copy: string) => {
      const { setPriority } = await import('node:os')
      const { applyLogs, checkIntegrity, pieces, writeFile } = await import('../database/copying')
      setPriority(10)
      await writeFile(copy, pieces(file, { isGentle: true }))
      printLines('read')
      await applyLogs(copy, Value.Parse(Type.Array(Type.String()), await Bun.stdin.json()))
      checkIntegrity(copy)
    })
}

/** With `--still` somebody has it open, who promises not to change it: no lock is asked for. */
export function addCheckCommand(program: Command): void {
  program
    .command('check-database', { hidden: true })
    .argument('<file>')
    .option('--still')
    .action(async (file: string, { still }: { still?: true }) => {
      const { setPriority } = await import('node:os')
      const { quickCheck } = await import('../database/copying')
      setPriority(10)
      printLines(quickCheck(file, still ?? false))
    })
}
