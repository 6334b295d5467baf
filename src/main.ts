// The command line of Confab.
import pino from 'pino'
import { systemClock } from './organization/clock'
import { startServer } from './server'

const server = await startServer({
  dataFolder: 'data',
  host: '127.0.0.1',
  port: 8420,
  domain: undefined,
  clock: systemClock,
  log: pino(),
  userRateLimit: { limit: 200, windowSeconds: 60 },
  trustedProxies: [],
})
process.stdout.write(`${server.url}\n`)
