// The settings of what is logged, and of the time.
import { choice, file } from './kinds'
import { optional, setting, type Group } from './setting'

export const logLevel = setting({
  name: 'log-level',
  kind: choice('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
  placeholder: 'level',
  usual: 'info',
  sentence: 'what is logged, on standard error',
})

export const logFormat = setting({
  name: 'log-format',
  kind: choice('auto', 'json', 'lines'),
  placeholder: 'format',
  usual: 'auto',
  sentence: 'how it is logged: as JSON, or as lines for people; auto: lines on a terminal, JSON elsewhere',
})

export const clockFile = optional({
  name: 'clock-file',
  kind: file,
  placeholder: 'file',
  without: 'the clock of the machine',
  hidden: true,
  sentence: 'take the time from a file, for tests',
})

export const logs: Group = { title: 'Logs', settings: [logLevel, logFormat, clockFile] }
