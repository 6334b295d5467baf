// A move in which somebody is killed, at each of its steps: the built executable, of which never two serve the organization, and of what was
// acknowledged nothing is lost; run again, the move ends.
import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { Confab, type ServerProcess } from './support/confab'
import { builtExecutable } from './support/executable'
import { Person, serve, withAcme } from './support/moving'

// Every step is a process of its own, and the machine may be busy.
setDefaultTimeout(240_000)

let executable: string
beforeAll(async () => {
  executable = await builtExecutable()
}, 240_000)

/** What the command asks the other server for: the step is over when that is answered. */
const steps = {
  'the copying': { path: /\/pieces$/, isAnswered: false },
  'the pause, before it is taken up': { path: /\/adopt$/, isAnswered: false },
  'the pause, when it was taken up': { path: /\/adopt$/, isAnswered: true },
}
const victims = ['the command', 'the old server', 'the new server'] as const

for (const [when, step] of Object.entries(steps)) {
  for (const victim of victims) {
    test(`${victim} is killed in ${when}`, async () => {
      await using from = new Confab([executable])
      await using to = new Confab([executable])
      const authorization = await withAcme(from)
      let old = await from.serve(serve)
      let next = await to.serve(serve)
      const acknowledged = ['first', 'second']
      const before = new Person(old.port, authorization)
      await before.call('POST', '/users/me/subscriptions', { subscriptions: '[{"name":"general"}]' })
      for (const content of acknowledged) await before.send(content)
      const { token } = await to.json(['organization', 'receive', '--subdomain', 'acme'])

      const killed = Promise.withResolvers<void>()
      let isDone = false
      const kill = async (): Promise<void> => {
        isDone = true
        const process = victim === 'the old server' ? old : victim === 'the new server' ? next : command
        process.kill('SIGKILL')
        await process.exited
        killed.resolve()
      }
      using way = Bun.serve({
        port: 0,
        async fetch(request) {
          const { pathname, search } = new URL(request.url)
          const isStep = !isDone && step.path.test(pathname)
          if (isStep && !step.isAnswered) await kill()
          const answer = await forwarded(request, `${next.url}${pathname}${search}`)
          if (isStep && step.isAnswered) await kill()
          return answer
        },
      })
      const address = way.url.origin
      const run = () =>
        Bun.spawn([executable, 'organization', 'move', '--subdomain', 'acme', '--to', address], {
          cwd: from.data,
          env: { CONFAB_DATA: from.data, CONFAB_MOVE_TOKEN: String(token) },
          stdin: 'ignore',
          stdout: 'ignore',
          stderr: 'ignore',
        })
      const command = run()
      await killed.promise
      const code = await command.exited

      // Whoever is started again: at most one of them serves it.
      expect((await serving(authorization, old, next)).length).toBeLessThanOrEqual(1)
      if (victim === 'the old server') old = await from.serve(serve)
      if (victim === 'the new server') next = await to.serve(serve)
      const [one, ...more] = await serving(authorization, old, next)
      expect(more).toEqual([])
      // Who is served goes on working, and that counts.
      if (one) {
        await one.send('meanwhile')
        acknowledged.push('meanwhile')
      }
      // It needs nobody but itself to go on, and the new server to answer.
      if (code !== 0) expect(await run().exited).toBe(0)
      expect((await serving(authorization, old, next)).map(({ port }) => port)).toEqual([next.port])
      expect((await new Person(next.port, authorization).contents()).toSorted()).toEqual(
        acknowledged.toSorted(),
      )
    })
  }
}

/** By way of this test; who does not answer any more is a bad gateway. */
async function forwarded(request: Request, address: string): Promise<Response> {
  const { method, headers } = request
  const body = await request.bytes()
  try {
    return await fetch(address, { method, headers, ...(body.length > 0 ? { body } : {}) })
  } catch {
    return new Response('', { status: 502 })
  }
}

/** Those who serve the organization now. */
async function serving(authorization: string, ...servers: readonly ServerProcess[]): Promise<Person[]> {
  const people = servers.map(({ port }) => new Person(port, authorization))
  const statuses = await Promise.all(
    people.map((person) => person.call('GET', '/users/me').catch(() => undefined)),
  )
  return people.filter((_, index) => statuses[index]?.status === 200)
}
