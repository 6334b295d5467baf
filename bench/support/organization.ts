// Organizations to measure with: people, channels and subscriptions, made through the actions the server uses.
import { quietly } from '../../test/support/quietly'
import { found } from '../../src/administration/founding'
import { seconds, systemClock } from '../../src/organization/clock'
import type { Organization } from '../../src/organization/organization'
import { Organizations } from '../../src/organization/organizations'
import { issueApiKey } from '../../src/accounts/api-keys'
import { insertUser } from '../../src/users/repository'
import { Connection, requestText } from './http'

export interface BenchPerson {
  id: number
  email: string
  /** Value of the `Authorization` header. */
  authorization: string
}

/**
 * Makes the only organization of a data folder, with an owner and `count` members, and hands it to `fill`.
 * Closed again when it resolves, so that a server can take it.
 */
export async function makeOrganization<T>(
  dataFolder: string,
  count: number,
  fill: (organization: Organization, people: readonly BenchPerson[]) => Promise<T>,
): Promise<{ people: readonly BenchPerson[]; filled: T }> {
  const organizations = new Organizations(dataFolder, systemClock, undefined)
  const organization = await organizations.create('', async (draft) => {
    const owner = { email: 'owner@bench.invalid', fullName: 'Olive Owner', password: crypto.randomUUID() }
    await found(draft, { name: 'Bench', owner })
  })
  const people = await quietly(organization, (tx) =>
    Array.from({ length: count }, (_, index): BenchPerson => {
      const email = `person${index}@bench.invalid`
      const dateJoined = seconds(organization.clock)
      // Not through the action: that looks at everybody's address each time.
      const { id } = insertUser(tx, {
        email,
        emailKey: email,
        fullName: `Person ${index}`,
        role: 400,
        dateJoined,
      })
      const pair = `${email}:${issueApiKey(tx, id, 'bench')}`
      return { id, email, authorization: `Basic ${Buffer.from(pair).toString('base64')}` }
    }),
  )
  const filled = await fill(organization, people)
  await organizations.close()
  return { people, filled }
}

/** Makes a public channel with everybody in it. @returns its ID. */
export async function makeChannel(
  port: number,
  people: readonly BenchPerson[],
  name: string,
): Promise<number> {
  const [creator] = people
  if (!creator) throw new Error('A channel needs people')
  const line = await Connection.open(port)
  const reply = await line.request(
    requestText('POST', '/api/v1/users/me/subscriptions', creator.authorization, {
      subscriptions: JSON.stringify([{ name }]),
      principals: JSON.stringify(people.map(({ id }) => id)),
    }),
  )
  if (reply.status !== 200) throw new Error(reply.body)
  const found = await line.request(
    requestText('GET', '/api/v1/get_stream_id', creator.authorization, { stream: name }),
  )
  line.close()
  const { stream_id }: { stream_id: number } = JSON.parse(found.body)
  return stream_id
}

/** Has the database grow by so many MiB. */
export async function fillDatabase(organization: Organization, mib: number): Promise<void> {
  organization.db.sqlite.run('CREATE TABLE filling (content BLOB NOT NULL) STRICT')
  for (let written = 0; written < mib; written += 20)
    await organization.write((tx) => {
      const insert = tx.sqlite.query('INSERT INTO filling (content) VALUES (?)')
      for (let count = 0; count < 20 * 64; count++) insert.run(crypto.getRandomValues(new Uint8Array(16_200)))
    })
}
