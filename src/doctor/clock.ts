// Whether the machine's clock is right, as far as can be told: by what is stored, and by the servers it talks to anyway.
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { organizationFolders } from '../organization/organizations'
import { s3Endpoint } from '../settings/files'
import { storedBouncer } from '../settings/push-access'
import { pushBouncer } from '../settings/push'
import { publicAddress } from '../settings/reaching'
import { ok, problem, warning, type Check, type Finding, type Patient } from './finding'

/** A clock that is off by more is said, in seconds: signatures for object storage bear a quarter of an hour. */
const tolerated = 60
const tooMuch = 300

const setIt = 'Set the clock, and have it kept right: `timedatectl set-ntp true`.'

export const clockCheck: Check = {
  name: 'clock',
  async run(patient, signal) {
    const newest = await newestFile(patient)
    const future = (newest.at - patient.now) / 1000
    if (future > tolerated)
      return [
        problem(
          `${newest.path} was written ${words(future)} in the future: the clock was put back, or is wrong.`,
          setIt,
        ),
      ]
    const findings: Finding[] = []
    for (const place of places(patient)) {
      const off = await offBy(place, signal)
      if (off === undefined) continue
      const said = `The clock is ${words(Math.abs(off))} ${off > 0 ? 'ahead of' : 'behind'} that of ${place}`
      if (Math.abs(off) <= tolerated) findings.push(ok(`The clock agrees with that of ${place}.`))
      else findings.push(Math.abs(off) > tooMuch ? problem(`${said}.`, setIt) : warning(`${said}.`, setIt))
    }
    if (findings.length > 0) return findings
    return [ok('The clock is not before what is stored. There was no other one to compare it with.')]
  },
}

/** What was written last, of databases and what is beside them. */
async function newestFile({ dataFolder }: Patient): Promise<{ path: string; at: number }> {
  let newest = { path: dataFolder, at: 0 }
  for (const name of organizationFolders(dataFolder)) {
    const folder = join(dataFolder, 'organizations', name)
    for (const entry of await readdir(folder)) {
      const path = join(folder, entry)
      const at = (await stat(path).catch(() => undefined))?.mtimeMs ?? 0
      if (at > newest.at) newest = { path, at }
    }
  }
  return newest
}

/** Addresses that the settings name: nobody else is asked. */
function places({ settings, dataFolder }: Patient): string[] {
  const bouncer = settings.value(pushBouncer) ?? storedBouncer(dataFolder)?.url
  return [publicAddress(settings), bouncer, settings.value(s3Endpoint)].filter((place) => place !== undefined)
}

/** In seconds, by the date that any answer has; undefined if none came. */
async function offBy(place: string, signal: AbortSignal): Promise<number | undefined> {
  try {
    const { headers } = await fetch(place, { method: 'HEAD', redirect: 'manual', signal })
    const date = Date.parse(headers.get('date') ?? '')
    return Number.isNaN(date) ? undefined : (Date.now() - date) / 1000
  } catch {
    // Whether it can be reached is asked elsewhere.
    return undefined
  }
}

function words(seconds: number): string {
  return seconds < 120 ? `${Math.round(seconds)} seconds` : `${Math.round(seconds / 60)} minutes`
}
