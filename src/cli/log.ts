// The log of a server, on standard error: JSON for machines, lines for people at a terminal.
import { fstatSync } from 'node:fs'
import pino, { type Logger } from 'pino'
import { logFormat, logLevel } from '../settings/logs'
import type { Settings } from '../settings/settings'

/** Written at once: what is logged last is what one wants to know after a crash. */
export async function makeLog(settings: Settings): Promise<Logger> {
  const options = { level: settings.value(logLevel) }
  const format = settings.value(logFormat)
  // Terminals are such devices. To ask Node's `tty` costs a start more than all the rest of this file.
  const isAtTerminal = fstatSync(2).isCharacterDevice()
  const isForPeople = format === 'lines' || (format === 'auto' && isAtTerminal)
  if (!isForPeople) return pino(options, pino.destination({ dest: 2, sync: true }))
  // Loaded only here: services need none of it, and start sooner.
  const { default: pretty, isColorSupported } = await import('pino-pretty')
  const colorize = isAtTerminal && isColorSupported
  return pino(
    options,
    pretty({ destination: 2, sync: true, colorize, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss.l' }),
  )
}
