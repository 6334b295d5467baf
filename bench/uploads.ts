// Files: a large one uploaded, many small ones side by side, and one served, against a bare server that writes and serves the same.
import { bytesPerSecond, sendBody } from './support/files'
import { requestText } from './support/http'
import { makeOrganization } from './support/organization'
import { benchFolder, removeFolder, startConfab, startFloor } from './support/processes'
import { percentile, report } from './support/report'

const mib = 1024 * 1024
/** BENCH_UPLOAD_MIB=1024 for a gigabyte. */
const large = Number(process.env['BENCH_UPLOAD_MIB'] ?? 256) * mib
const small = 64 * 1024
const atOnce = 64
const served = 4 * mib
const rounds = 3

export async function run(): Promise<void> {
  const folder = benchFolder()
  const { people } = await makeOrganization(folder, 1, async () => undefined)
  const [person] = people
  if (!person) throw new Error('Nobody there')
  const confab = await startConfab(folder, ['--max-file-upload-size-mib', '0'])
  const bare = await startFloor('files.ts', folder)
  const upload = (length: number): Promise<string> => uploaded(confab.port, person.authorization, length)
  const store = async (length: number): Promise<void> => {
    const head = `POST /file HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`
    assertOk(await sendBody(bare.port, head, length))
  }
  await upload(mib)
  const before = confab.residentMib()
  await compare(
    `A file of ${large / mib} MiB uploaded`,
    large,
    () => upload(large),
    () => store(large),
    0.7,
  )
  process.stdout.write(`    memory: ${before} MiB before, ${confab.residentMib()} MiB after\n`)

  const all = (send: (length: number) => Promise<unknown>) => () =>
    Promise.all(Array.from({ length: atOnce }, () => send(small)))
  await compare(
    `${atOnce} files of ${small / 1024} KiB, side by side`,
    atOnce * small,
    all(upload),
    all(store),
  )

  const path = await upload(served)
  await store(served)
  const rates: number[] = []
  const floors: number[] = []
  for (let round = 0; round < rounds; round++) {
    const request = requestText('GET', path, person.authorization)
    rates.push(await bytesPerSecond(confab.port, request, served))
    floors.push(await bytesPerSecond(bare.port, requestText('GET', '/file', ''), served))
  }
  show(`A file of ${served / mib} MiB served`, percentile(rates, 0.5), percentile(floors, 0.5), 0.8)
  await confab.stop()
  await bare.stop()
  removeFolder(folder)
}

/** Runs both by turns, so that they meet the same disk. */
async function compare(
  what: string,
  bytes: number,
  ours: () => Promise<unknown>,
  floor: () => Promise<unknown>,
  atLeast?: number,
): Promise<void> {
  const took: number[] = []
  const least: number[] = []
  for (let round = 0; round < rounds; round++) {
    took.push(await seconds(ours))
    least.push(await seconds(floor))
  }
  show(what, bytes / percentile(took, 0.5), bytes / percentile(least, 0.5), atLeast)
}

function show(what: string, measured: number, floor: number, atLeast: number | undefined): void {
  const target = atLeast === undefined ? undefined : { atLeast }
  const perSecond = (bytes: number): string => `${Math.round(bytes / mib)} MiB/s`
  const figures = { measured: perSecond(measured), floor: perSecond(floor) }
  report({ what, ...figures, ratio: measured / floor, target })
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

/** @returns the path that it is served at */
async function uploaded(port: number, authorization: string, length: number): Promise<string> {
  const before = '--edge\r\nContent-Disposition: form-data; name="file"; filename="bench.bin"\r\n\r\n'
  const after = '\r\n--edge--\r\n'
  const head =
    `POST /api/v1/user_uploads HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n` +
    'Content-Type: multipart/form-data; boundary=edge\r\n' +
    `Content-Length: ${before.length + length + after.length}\r\n\r\n`
  const answer = await sendBody(port, head + before, length, after)
  assertOk(answer)
  return /"url":"([^"]+)"/.exec(answer)?.[1] ?? ''
}

function assertOk(answer: string): void {
  if (!answer.startsWith('HTTP/1.1 200')) throw new Error(answer)
}
