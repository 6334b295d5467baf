// Makes the demo organization of `confab serve --demo`: its people by hand, all that they do over the API, as clients do it.
import { foundIn } from '../administration/founding'
import { issueApiKey } from '../accounts/api-keys'
import { hashPassword, insertPerson } from '../accounts/creating'
import type { PastClock } from '../organization/clock'
import type { Organization } from '../organization/organization'
import type { Organizations } from '../organization/organizations'
import { roles } from '../users/rank'
import type { Account } from './calls'
import { cast, catchingUp, organizationName } from './cast'
import { bakery } from './conversations/bakery'
import { house } from './conversations/house'
import { shop } from './conversations/shop'
import { storeDemo } from './people'
import { Stage } from './stage'
import type { Moment, PersonName } from './conversations/script'

export interface DemoPerson extends Account {
  password: string
}

const minute = 60_000
const day = 24 * 60 * minute

/**
 * Founds the demo as the root organization of the server at `url`, some days ago, and lets its people talk until now.
 * @param clock of the server; it goes on when this ends
 * @param password everybody's: hashing is slow by design, so it is done once
 * @returns the people, whose keys are nowhere else
 * @throws if anything fails: the demo is then a bug
 */
export async function makeDemo(
  url: string,
  organizations: Organizations,
  clock: PastClock,
  password: string,
): Promise<DemoPerson[]> {
  const now = clock.real.now()
  const script = [...house, ...bakery, ...shop].map((line) => ({ line, at: timeOf(line.when, now) }))
  try {
    clock.putTo(Math.min(...script.map(({ at }) => at)) - 30 * minute)
    const { organization, people } = await makePeople(organizations, password)
    const peopleIds = [...people.values()].map(({ id }) => id)
    const stage = await Stage.set(url, people)
    const scenes = [
      ...script.map(({ line, at }) => ({ at, play: () => stage.say(line, now) })),
      ...catchingUp.map(([person, minutesAgo]) => ({
        at: now - minutesAgo * minute,
        play: () => stage.catchUp(person),
      })),
    ]
    for (const { at, play } of scenes.toSorted((a, b) => a.at - b.at)) {
      clock.putTo(at)
      await play()
    }
    clock.putTo(undefined)
    await stage.leave(now)
    await organization.write((tx) => storeDemo(tx, { peopleIds, isFinished: true }))
    return [...people.values()]
  } finally {
    clock.putTo(undefined)
  }
}

/** What happens today is told in minutes; a time of day is that of the machine. In milliseconds. */
function timeOf(when: Moment, now: number): number {
  if ('minutesAgo' in when) return now - when.minutesAgo * minute
  const [hours = 0, minutes = 0] = when.at.split(':').map(Number)
  return new Date(now - when.daysAgo * day).setHours(hours, minutes, 0, 0)
}

async function makePeople(
  organizations: Organizations,
  password: string,
): Promise<{ organization: Organization; people: Map<PersonName, DemoPerson> }> {
  const passwordHash = await hashPassword(password)
  const people = new Map<PersonName, DemoPerson>()
  const organization = await organizations.create('', async (draft) => {
    await draft.write((tx) => {
      storeDemo(tx, { peopleIds: [], isFinished: false })
      for (const { key, name, email, role } of cast) {
        const account = { email, fullName: name, passwordHash }
        const { id } =
          role === 'owner'
            ? foundIn(tx, { name: organizationName, owner: account })
            : insertPerson(tx, { ...account, role: roles[role] })
        people.set(key, { id, name, email, password, apiKey: issueApiKey(tx, id, 'Demo') })
      }
    })
  })
  return { organization, people }
}
