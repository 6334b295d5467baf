// Files: a large one and many small ones uploaded, one and the previews of a page served, against a bare server that does the same.
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
const previews = 50
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
  await compare(
    'The same, resumable',
    large,
    () => uploadedByTus(confab.port, person.authorization, large),
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
    rates.push(await bytesPerSecond(confab.port, [request], served))
    floors.push(await bytesPerSecond(bare.port, [requestText('GET', '/file', '')], served))
  }
  show(`A file of ${served / mib} MiB served`, percentile(rates, 0.5), percentile(floors, 0.5), 0.8)
  await pageOfPreviews(confab.port, bare.port, person.authorization)
  await confab.stop()
  await bare.stop()
  removeFolder(folder)
}

/** As a browser loads the pictures of a long conversation: each is another file, over the few connections that it opens. */
async function pageOfPreviews(port: number, barePort: number, authorization: string): Promise<void> {
  const photo = await photograph()
  const paths: string[] = []
  for (let count = 0; count < previews; count++) paths.push(await uploadedPhoto(port, authorization, photo))
  const thumbnails = paths.map(
    (path) => `${path.replace('/user_uploads/', '/user_uploads/thumbnail/')}/840x560.webp`,
  )
  const requests = thumbnails.map((path) => requestText('GET', path, authorization))
  const files = []
  for (const path of thumbnails) files.push(await onceThere(`http://127.0.0.1:${port}${path}`, authorization))
  const [file] = files
  if (!file || files.some(({ length }) => length !== file.length)) throw new Error('The previews differ')
  const stored = await fetch(`http://127.0.0.1:${barePort}/file`, { method: 'POST', body: file })
  if (!stored.ok) throw new Error('The floor took no file')
  const rates: number[] = []
  const floors: number[] = []
  for (let round = 0; round < rounds; round++) {
    rates.push(await bytesPerSecond(port, requests, file.length, { connections: 6 }))
    const bare = [requestText('GET', '/file', '')]
    floors.push(await bytesPerSecond(barePort, bare, file.length, { connections: 6 }))
  }
  const what = `A page of ${previews} previews of ${Math.round(file.length / 1024)} KiB`
  show(what, percentile(rates, 0.5), percentile(floors, 0.5), 0.5)
}

/** A picture with much to see in it, of a few megapixels. */
async function photograph(): Promise<Uint8Array<ArrayBuffer>> {
  const side = 64
  const file = Buffer.alloc(54 + side * side * 3)
  crypto.getRandomValues(file.subarray(54))
  file.write('BM', 0, 'latin1')
  for (const [at, value] of [file.length, 0, 54, 40, side, side].entries())
    file.writeUInt32LE(value, 2 + at * 4)
  file.writeUInt16LE(1, 26)
  file.writeUInt16LE(24, 28)
  const image = new Bun.Image(file).resize(2400, 1600)
  return new Uint8Array(await image.jpeg({ quality: 85 }).bytes())
}

async function uploadedPhoto(
  port: number,
  authorization: string,
  photo: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const body = new FormData()
  body.append('file', new File([photo], 'photo.jpg'))
  const url = `http://127.0.0.1:${port}/api/v1/user_uploads`
  const answer = await fetch(url, { method: 'POST', headers: { authorization }, body })
  return /"url":"([^"]+)"/.exec(await answer.text())?.[1] ?? ''
}

/** Waits for what is made after an upload. */
async function onceThere(url: string, authorization: string): Promise<Uint8Array<ArrayBuffer>> {
  for (let tries = 0; tries < 600; tries++) {
    const answer = await fetch(url, { headers: { authorization } })
    if (answer.ok) return new Uint8Array(await answer.arrayBuffer())
    await Bun.sleep(100)
  }
  throw new Error(`${url} has not come`)
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

/** By tus 1.0.0, in one part: the whole of it is synced before it is answered. */
async function uploadedByTus(port: number, authorization: string, length: number): Promise<void> {
  const headers = `Host: x\r\nAuthorization: ${authorization}\r\nTus-Resumable: 1.0.0\r\n`
  const begun = await sendBody(
    port,
    `POST /api/v1/tus HTTP/1.1\r\n${headers}Content-Length: 0\r\nUpload-Length: ${length}\r\n\r\n`,
    0,
  )
  const path = /^location: (.+)\r$/im.exec(begun)?.[1]
  if (path === undefined) throw new Error(begun)
  const head =
    `PATCH ${path} HTTP/1.1\r\n${headers}Content-Type: application/offset+octet-stream\r\n` +
    `Upload-Offset: 0\r\nContent-Length: ${length}\r\n\r\n`
  assertOk(await sendBody(port, head, length))
}

function assertOk(answer: string): void {
  if (!answer.startsWith('HTTP/1.1 200')) throw new Error(answer)
}
