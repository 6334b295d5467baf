// What messages hold beside text: code that opens in a playground, sound and video that play, pictures by keys; and text from the right.
import { expect, test } from 'bun:test'
import { findings } from '../support/axe'
import { addChannel } from '../support/channels'
import { sendToChannel } from '../support/messages'
import { png } from '../support/pictures'
import { scenario } from '../support/scenario'
import { becomes, until } from '../support/waiting'
import { openWindow } from '../support/windows'

const hebrew = 'שלום עולם'
const arabic = 'مرحبا بالجميع'

const { owner, server, ann, bob } = await scenario({ ann: 'member Ann Amber', bob: `member ${hebrew}` })
const open = await addChannel(owner, 'open', [owner, ann, bob])
const at = (topic: string) => `/#narrow/channel/${open.id}-open/topic/${topic}`

async function upload(name: string, content: Uint8Array): Promise<string> {
  const { body } = await bob.upload('/user_uploads', content, { name })
  return String(body['url'])
}

/** What is read of an audio or video element. */
interface Player {
  readyState: number
  controls: boolean
  clientWidth: number
  duration: number
}

/** So many seconds of silence, 8 bits a sample. */
function silence(seconds: number): Uint8Array {
  const rate = 8000
  const wave = Buffer.alloc(44 + rate * seconds, 128)
  wave.write('RIFF', 0)
  wave.writeUInt32LE(wave.length - 8, 4)
  wave.write('WAVEfmt ', 8)
  wave.writeUInt32LE(16, 16)
  wave.writeUInt16LE(1, 20)
  wave.writeUInt16LE(1, 22)
  wave.writeUInt32LE(rate, 24)
  wave.writeUInt32LE(rate, 28)
  wave.writeUInt16LE(1, 32)
  wave.writeUInt16LE(8, 34)
  wave.write('data', 36)
  wave.writeUInt32LE(wave.length - 44, 40)
  return wave
}

test('code is opened in the playgrounds of its language, with all that it says', async () => {
  const rust = { name: 'Rust & more', pygments_language: 'Rust' }
  const template = { url_template: 'https://play.example/run{?code}' }
  expect((await owner.post('/realm/playgrounds', { ...rust, ...template })).status).toBe(200)
  const code = 'let a = "x & y";\n// <b>?'
  await sendToChannel(bob, open, `\`\`\`rust\n${code}\n\`\`\`\n\`\`\`python\nprint()\n\`\`\``, 'playgrounds')
  const { page, context, expectProblem } = await openWindow(server, ann, { at: at('playgrounds') })
  // There is no such server: that it is asked is all there is to see.
  expectProblem(/elsewhere: https:\/\/play\.example\/run/)
  const buttons = page.getByRole('button', { name: 'Try in Rust & more' })
  await buttons.waitFor()
  await becomes(() => buttons.count(), 1)
  const asked = context.waitForEvent('request', (request) => request.url().startsWith('https://play.example'))
  await buttons.click()
  const { searchParams } = new URL((await asked).url())
  expect(searchParams.get('code')).toBe(`${code}\n`)
  expect((await (await asked).allHeaders())['referer']).toBeUndefined()
})

test('sound and video are loaded and have controls', async () => {
  const { page, context } = await openWindow(server, ann)
  await page.goto(at('media'))
  const [sound] = [await upload('rain.wav', silence(2))]
  const video = await upload('waves.webm', await recorded(context))
  await sendToChannel(bob, open, `[rain.wav](${sound})`, 'media')
  await sendToChannel(bob, open, `[waves.webm](${video})`, 'media')
  const player = page.locator('audio[title="rain.wav"]')
  await player.waitFor()
  const loaded = async (selector: string) => {
    const media = page.locator(selector)
    await until(() => media.evaluate(({ readyState }: Player) => readyState > 0))
    return media.evaluate(({ controls, clientWidth, duration }: Player) => ({
      controls,
      clientWidth,
      duration,
    }))
  }
  expect(await loaded('.rendered audio')).toMatchObject({ controls: true, duration: 2 })
  expect(await loaded('.rendered video')).toMatchObject({ controls: true, clientWidth: 418 })
  await becomes(() => page.locator('.rendered video').getAttribute('aria-label'), 'waves.webm')
  expect(await findings(page, '.feed-view')).toEqual([])
})

/** A short video, as a browser records it. */
async function recorded(context: Awaited<ReturnType<typeof openWindow>>['context']): Promise<Uint8Array> {
  const page = await context.newPage()
  await page.goto('/login')
  const bytes = await page.evaluate<number[]>(`new Promise((resolve) => {
    const canvas = document.createElement('canvas')
    canvas.width = 640
    canvas.height = 360
    const pen = canvas.getContext('2d')
    const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/webm' })
    const parts = []
    recorder.ondataavailable = ({ data }) => data.size > 0 && parts.push(data)
    recorder.onstop = async () => resolve([...new Uint8Array(await new Blob(parts).arrayBuffer())])
    let frame = 0
    const draw = () => {
      pen.fillStyle = frame % 2 ? '#246' : '#8ac'
      pen.fillRect(0, 0, 640, 360)
      // However long the encoder takes for the first of it.
      if (++frame >= 12 && parts.length > 1) recorder.stop()
      else requestAnimationFrame(draw)
    }
    recorder.start(50)
    draw()
  })`)
  await page.close()
  return new Uint8Array(bytes)
}

test('the lightbox goes by arrow keys to either end, and gives the focus back', async () => {
  const urls = await Promise.all(
    [1, 2, 3].map((n) =>
      upload(
        `${n}.png`,
        png(60, 40, () => [n * 60, 90, 90, 255]),
      ),
    ),
  )
  for (const [index, url] of urls.entries())
    await sendToChannel(bob, open, `[${index + 1}.png](${url})`, 'keys')
  await server.server.settled()
  const { page } = await openWindow(server, ann, { at: at('keys') })
  const link = page.locator('.message_inline_image a').nth(1)
  await link.focus()
  await page.keyboard.press('Enter')
  const box = page.getByRole('dialog', { name: 'Pictures' })
  const shows = (name: string) => box.getByRole('img', { name }).waitFor()
  await shows('2.png')
  await page.keyboard.press('ArrowRight')
  await shows('3.png')
  // There is nothing after it.
  await page.keyboard.press('ArrowRight')
  await shows('3.png')
  await becomes(() => box.getByRole('button', { name: 'Next picture' }).isDisabled(), true)
  for (const name of ['2.png', '1.png']) {
    await page.keyboard.press('ArrowLeft')
    await shows(name)
  }
  expect(await findings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await box.waitFor({ state: 'detached' })
  await becomes(() => link.evaluate((element) => element.matches(':focus')), true)
})

/** Of an element, to be evaluated in the page. */
const direction = (element: { matches(selector: string): boolean }) =>
  element.matches(':dir(rtl)') ? 'rtl' : 'ltr'

test('text from the right stands on the right, in names, topics and messages, and turns nothing else round', async () => {
  const topic = `${arabic} 2`
  await sendToChannel(bob, open, `${hebrew}!\n\n${arabic}, said Ann: **hello**`, topic)
  await sendToChannel(ann, open, 'Left to right', topic)
  const { page } = await openWindow(server, ann, { at: at(encodeURIComponent(topic).replaceAll('%', '.')) })
  const rows = page.getByRole('article')
  await rows.nth(1).waitFor()
  const side = (index: number) => rows.nth(index).locator('.rendered p').first().evaluate(direction)
  expect([await side(0), await side(1)]).toEqual(['rtl', 'ltr'])
  const directionOf = (locator: ReturnType<typeof page.locator>) => locator.first().evaluate(direction)
  expect(await directionOf(rows.first().getByRole('button', { name: hebrew }))).toBe('rtl')
  expect(await directionOf(page.getByRole('heading', { level: 1 }).locator('.topic-name'))).toBe('rtl')
  expect(await directionOf(page.getByRole('heading', { level: 1 }))).toBe('ltr')
  // What follows a name in another direction stays behind it.
  const [name, time] = await Promise.all(
    ['.sender', '.message-head .sent'].map((selector) => rows.first().locator(selector).boundingBox()),
  )
  expect((name?.x ?? 0) < (time?.x ?? 0)).toBe(true)
  expect(await findings(page)).toEqual([])
})
