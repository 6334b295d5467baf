// What a server tells systemd, on a real socket: ready once it serves, alive while its loop turns, and that it stops.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import manifest from '../package.json'
import { Confab } from './support/confab'
import { NotifySocket } from './support/notify-socket'
import { eventually } from './support/waiting'

setDefaultTimeout(240_000)

test('systemd hears when the server is ready, that it lives, and that it stops', async () => {
  await using confab = new Confab()
  for (const address of [join(confab.data, 'notify'), `@confab-test-${process.pid}`]) {
    using socket = new NotifySocket(address)
    const server = await confab.serve(undefined, undefined, undefined, {
      NOTIFY_SOCKET: address,
      WATCHDOG_USEC: '1500000',
    })
    await eventually(() => socket.lines().includes('READY=1'))
    expect((await fetch(`${server.url}/health`)).status).toBe(200)
    expect(socket.lines().slice(0, 2)).toEqual([
      'READY=1',
      `STATUS=Confab ${manifest.version} serves at ${server.url}`,
    ])
    await eventually(() => socket.lines().filter((line) => line === 'WATCHDOG=1').length >= 2)
    expect(socket.lines()).not.toContain('STOPPING=1')

    server.kill('SIGTERM')
    expect(await server.exited).toBe(0)
    expect(socket.lines()).toContain('STOPPING=1')
  }
})

test('no watchdog is told that asks for nothing, or for another process', async () => {
  await using confab = new Confab()
  for (const watchdog of [{}, { WATCHDOG_USEC: '300000', WATCHDOG_PID: '1' }]) {
    using socket = new NotifySocket(`@confab-test-quiet-${process.pid}`)
    const server = await confab.serve(undefined, undefined, undefined, {
      NOTIFY_SOCKET: socket.address,
      ...watchdog,
    })
    await eventually(() => socket.lines().includes('READY=1'))
    server.kill('SIGTERM')
    await server.exited
    expect(socket.lines()).not.toContain('WATCHDOG=1')
  }
})
