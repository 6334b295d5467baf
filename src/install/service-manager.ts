// What the server tells the service manager that started it: that it is ready, that it is alive, that it stops (sd_notify(3)).
import type { Logger } from 'pino'

export interface ServiceManager {
  /** It serves; `status` is what `systemctl status` says of it. */
  ready(status: string): void
  /** To be called as long as all is well: tells it so often enough that the watchdog lets it be. */
  alive(): void
  stopping(): void
}

const nobody: ServiceManager = { ready: () => undefined, alive: () => undefined, stopping: () => undefined }

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Who is to be told; nobody, where no service manager asks for it.
 * @param environment where systemd says how, to a service of `Type=notify`
 */
export async function serviceManager(environment: Environment, log: Logger): Promise<ServiceManager> {
  const address = environment['NOTIFY_SOCKET']
  if (!address) return nobody
  // Loaded only here: few starts are by a service manager.
  const { datagramTo } = await import('./datagrams')
  const send = datagramTo(address)
  const tell = (...lines: string[]): void => {
    try {
      send(lines.join('\n'))
    } catch (error) {
      log.warn({ err: error }, 'the service manager could not be told')
    }
  }
  const interval = watchdogInterval(environment)
  let toldAt = -Infinity
  return {
    ready: (status) => tell('READY=1', `STATUS=${status}`),
    alive() {
      const now = performance.now()
      if (interval === undefined || now - toldAt < interval) return
      toldAt = now
      tell('WATCHDOG=1')
    },
    stopping: () => tell('STOPPING=1', 'STATUS=Stopping'),
  }
}

/** How often the watchdog wants to hear of this process, three times as often as it must; in milliseconds. */
function watchdogInterval(environment: Environment): number | undefined {
  const [microseconds, pid] = [environment['WATCHDOG_USEC'], environment['WATCHDOG_PID']]
  if (!microseconds || (pid && Number(pid) !== process.pid)) return undefined
  return Number(microseconds) / 3000
}
