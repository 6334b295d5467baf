// `confab copy-database`, hidden: the process that `copyDatabase` has copy a database, with little claim to the processor.
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
