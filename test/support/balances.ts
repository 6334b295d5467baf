// Tables beside the server's whose rows always sum up to the same: who reads something of one moment and something of another sees it.
import type { Organization } from '../../src/organization/organization'

export const rowCount = 20_000
/** What all amounts come to, at any moment. */
export const balance = rowCount * 100

/** Makes the tables, of some MiB. */
export async function makeBalances(organization: Organization): Promise<void> {
  const { sqlite } = organization.db
  sqlite.run(
    'CREATE TABLE balances (id INTEGER PRIMARY KEY, amount INTEGER NOT NULL, filling TEXT NOT NULL) STRICT',
  )
  sqlite.run('CREATE TABLE transfers (id INTEGER PRIMARY KEY) STRICT')
  await organization.write((tx) => {
    const insert = tx.sqlite.query('INSERT INTO balances (amount, filling) VALUES (100, ?)')
    for (let count = 0; count < rowCount; count++) insert.run('filling '.repeat(60))
  })
}

/** Moves amounts between many rows in one write. @returns the number of the transfer, which is acknowledged by then */
export function transfer(organization: Organization, from: number, to: number): Promise<number> {
  return organization.write((tx) => {
    const add = tx.sqlite.query('UPDATE balances SET amount = amount + ?, filling = ? WHERE id = ?')
    for (let step = 0; step < 40; step++) {
      add.run(-1, `${step} `.repeat(90), 1 + ((from + step * 487) % rowCount))
      add.run(1, `${step} `.repeat(80), 1 + ((to + step * 691) % rowCount))
    }
    return Number(tx.sqlite.query('INSERT INTO transfers DEFAULT VALUES').run().lastInsertRowid)
  })
}

/** Transfers that go on until they are stopped. */
export interface Writing {
  /** The number of the last one that is acknowledged; 0 for none. */
  readonly last: () => number
  /** @returns how many there were */
  stop(): Promise<number>
}

export function keepWriting(organization: Organization): Writing {
  const abort = new AbortController()
  let [last, count] = [0, 0]
  const work = (async () => {
    for (let round = 0; !abort.signal.aborted; round++) {
      last = await transfer(organization, round * 3571, round * 7919 + 13)
      count++
    }
  })()
  return {
    last: () => last,
    async stop() {
      abort.abort()
      await work
      return count
    },
  }
}
