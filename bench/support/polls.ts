// Clients that wait for events.
import { Connection, requestText } from './http'

export interface OpenQueue {
  id: string
  authorization: string
}

/** Registers a queue for message events. */
export async function openQueue(port: number, person: { authorization: string }): Promise<OpenQueue> {
  const line = await Connection.open(port)
  const parameters = { event_types: '["message"]', fetch_event_types: '[]', apply_markdown: 'true' }
  const reply = await line.request(requestText('POST', '/api/v1/register', person.authorization, parameters))
  line.close()
  const { queue_id }: { queue_id: string } = JSON.parse(reply.body)
  return { id: queue_id, authorization: person.authorization }
}

/** The bytes of a poll. */
export function pollText(queue: OpenQueue, lastEventId: number): string {
  const parameters = { queue_id: queue.id, last_event_id: String(lastEventId) }
  return requestText('GET', '/api/v1/events', queue.authorization, parameters)
}

/** Polls one queue again and again, counting events without parsing them; call the result to stop. */
export async function pollForEver(
  port: number,
  queue: OpenQueue,
  received: { events: number },
): Promise<() => void> {
  const line = await Connection.open(port)
  const stopped = new AbortController()
  const loop = async (): Promise<void> => {
    for (let last = -1; !stopped.signal.aborted;) {
      const { body } = await line.request(pollText(queue, last))
      const newest = newestId(body) ?? last
      received.events += newest - last
      last = newest
    }
  }
  loop().catch((error: unknown) => {
    if (!stopped.signal.aborted) throw error
  })
  return () => {
    stopped.abort()
    line.close()
  }
}

/** The ID of the last event of an answer, without parsing all of it. */
function newestId(body: string): number | undefined {
  const type = Math.max(body.lastIndexOf(',"type":"message"'), body.lastIndexOf(',"type":"heartbeat"'))
  const start = body.lastIndexOf('{"id":', type)
  return start < 0 || type < 0 ? undefined : Number(body.slice(start + 6, type))
}
