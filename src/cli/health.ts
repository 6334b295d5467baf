// `confab health`: asks a running server whether it is well; for health checks of containers and services.
import type { Command } from 'commander'
import { host, port } from '../settings/network'
import { wholeNumber } from '../settings/values'
import { exitCodes, Failure } from './failure'
import { addDataOption, valued } from './options'
import { printLines } from './output'
import { addSettings, settingsOf } from './setting-options'

interface HealthOptions {
  data: string
  timeout: number
}

export function addHealthCommand(program: Command): void {
  const command = addDataOption(program.command('health'))
    .description('ask the running server whether it is well')
    .addOption(valued('--timeout <seconds>', 'how long to wait').argParser(wholeNumber(1, 600)).default(4))
    .addHelpText('after', `\nEnds with code 0 if it is, ${exitCodes.notHealthy} if not.`)
    .action((options: HealthOptions) => checkHealth(command, options))
  addSettings(command, [{ title: 'Options', settings: [host, port] }])
}

async function checkHealth(command: Command, { data, timeout }: HealthOptions): Promise<void> {
  const settings = await settingsOf(command, data)
  const url = `http://${reachable(settings.value(host))}:${settings.value(port)}/health`
  let answer: Response
  try {
    answer = await fetch(url, { signal: AbortSignal.timeout(timeout * 1000) })
  } catch {
    throw new Failure('notHealthy', `No Confab server answers at ${url}.`)
  }
  const body = await answer.text()
  if (!answer.ok) throw new Failure('notHealthy', `${url} answered ${answer.status}: ${body.slice(0, 200)}`)
  printLines(body)
}

/** The address to call a server at that listens on `host`. */
export function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
}
