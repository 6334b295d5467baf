// The requests of other people while something else goes on.
import { Connection, requestText } from './http'
import type { BenchPerson } from './organization'

const connectionCount = 8

/** Reads and sends on a few connections until `end` resolves. @returns how long each request took. */
export async function load(
  port: number,
  people: readonly BenchPerson[],
  end: () => Promise<void>,
): Promise<number[]> {
  const latencies: number[] = []
  const over = new AbortController()
  const work = async (number: number): Promise<void> => {
    const line = await Connection.open(port)
    const person = people[number % people.length]
    if (!person) throw new Error('Nobody there')
    const direct = { type: 'direct', to: `[${person.id}]`, content: 'A note to myself.' }
    while (!over.signal.aborted) {
      for (const request of [
        requestText('GET', '/api/v1/users/me', person.authorization),
        requestText('POST', '/api/v1/messages', person.authorization, direct),
      ]) {
        const before = performance.now()
        const reply = await line.request(request)
        if (reply.status !== 200) throw new Error(reply.body)
        latencies.push(performance.now() - before)
      }
      // A load that leaves the server time, as people do.
      await Bun.sleep(5)
    }
    line.close()
  }
  const working = Array.from({ length: connectionCount }, (_, number) => work(number))
  await end()
  over.abort()
  await Promise.all(working)
  return latencies
}
