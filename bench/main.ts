// `bun run bench [name …]`: runs the measurements, each against a floor measured in the same run.
import * as alertWords from './alert-words'
import * as backup from './backup'
import * as bulk from './bulk'
import * as day from './day'
import * as fanOut from './fan-out'
import * as flags from './flags'
import * as history from './history'
import * as imports from './import'
import * as hostile from './hostile'
import * as locking from './locking'
import * as move from './move'
import * as narrows from './narrows'
import * as organizations from './organizations'
import * as outbox from './outbox'
import * as presence from './presence'
import * as register from './register'
import * as requests from './requests'
import * as scheduled from './scheduled'
import * as sends from './sends'
import * as start from './start'
import * as topics from './topics'
import * as uploads from './uploads'
import * as web from './web'

const measurements: Readonly<Record<string, { run(): Promise<void> }>> = {
  start,
  requests,
  hostile,
  sends,
  'fan-out': fanOut,
  register,
  presence,
  'alert-words': alertWords,
  scheduled,
  bulk,
  flags,
  narrows,
  history,
  import: imports,
  outbox,
  topics,
  uploads,
  day,
  organizations,
  backup,
  move,
  locking,
  web,
}

const wanted = process.argv.slice(2)
for (const name of wanted) {
  if (!(name in measurements))
    throw new Error(`There is no measurement ${name}: ${Object.keys(measurements).join(', ')}`)
}
for (const [name, measurement] of Object.entries(measurements)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  process.stdout.write(`\n# ${name}\n`)
  await measurement.run()
}
