// `confab health`: asks a running server whether it is well; for health checks of containers and services.
import type { Command } from 'commander'
import { exitCodes, Failure } from './failure'
import { valued, wholeNumber } from './options'
import { printLines } from './output'

interface HealthOptions {
  host: string
  port: number
  timeout: number
}

export function addHealthCommand(program: Command): void {
  program
    .command('health')
    .description('ask the running server whether it is well')
    .addOption(valued('--host <host>', 'where it listens').default('127.0.0.1'))
    .addOption(valued('--port <port>', 'its port').argParser(wholeNumber(1, 65_535)).default(8420))
    .addOption(valued('--timeout <seconds>', 'how long to wait').argParser(wholeNumber(1, 600)).default(4))
    .addHelpText('after', `\nEnds with code 0 if it is, ${exitCodes.notHealthy} if not.`)
    .action(checkHealth)
}

async function checkHealth({ host, port, timeout }: HealthOptions): Promise<void> {
  const url = `http://${reachable(host)}:${port}/health`
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
