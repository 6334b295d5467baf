// Files on their way into a message: each has a placeholder in the text, which becomes its link; whatever cuts the connection, it goes on.
import { computed, signal } from '@preact/signals'
import type { Upload as TusUpload } from 'tus-js-client'
import { callersHeader, inReadersWords } from '../api/call'
import { state } from '../live/state'
import { canLoad } from '../parts/loading'
import { isFields, isText } from '../store/shapes'
import { text } from '../texts/text'
import type { TextBox } from './text-box'

/** `waiting`: the server can't be reached, and is tried again as soon as that is worth it. */
export interface UploadState {
  readonly id: number
  readonly name: string
  readonly size: number
  readonly sent: number
  readonly status: 'uploading' | 'paused' | 'waiting' | 'failed'
  readonly problem: string | undefined
  /** Of one that has failed: whether it may go better next time. */
  readonly mayRetry: boolean
}

interface Running {
  placeholder: string
  /** Undefined while what uploads could not be loaded itself. */
  tus: TusUpload | undefined
  file: File
}

let last = 0
const retryDelays = [0, 500, 1000, 2000, 4000, 8000]
const mebibyte = 1024 * 1024
/** So much goes in one request at first: what stands before servers often takes no more. */
const chunkSize = 8 * mebibyte
const smallestChunk = mebibyte / 8

/** What is being uploaded for one text. */
export class Uploads {
  readonly #all = signal<readonly UploadState[]>([])
  readonly #running = new Map<number, Running>()

  /** How many still have to arrive: without those that were refused at once, for which nothing stands in the text. */
  readonly count = computed(() => this.#all.value.filter(({ id }) => this.#running.has(id)).length)
  /** Whether one of them does not, unless somebody tries it again. */
  readonly isStuck = computed(() =>
    this.#all.value.some(({ id, status }) => status === 'failed' && this.#running.has(id)),
  )

  constructor(readonly box: TextBox) {
    addEventListener('online', () => this.#goOn())
  }

  get all(): readonly UploadState[] {
    return this.#all.value
  }

  /** Begins to upload; what is too large, or empty, is said to be so. */
  add(files: readonly File[]): void {
    for (const file of files) this.#begin(file)
  }

  pause(id: number): void {
    void this.#running.get(id)?.tus?.abort()
    this.#change(id, { status: 'paused' })
  }

  /** Goes on, or tries again. */
  resume(id: number): void {
    this.#change(id, { status: 'uploading', problem: undefined })
    const running = this.#running.get(id)
    if (running?.tus) running.tus.start()
    else if (running) void this.#start(id, running)
  }

  /** What was refused is not spoken of any more: the text has gone without it. */
  forgetRefused(): void {
    this.#all.value = this.#all.value.filter(({ id }) => this.#running.has(id))
  }

  /** Gives it up; the placeholder goes. */
  cancel(id: number): void {
    const running = this.#running.get(id)
    if (running) {
      const line = `${running.placeholder}\n`
      if (!this.box.exchange(line, '')) this.box.exchange(running.placeholder, '')
      // The server forgets it in time by itself.
      running.tus?.abort(true).catch(() => undefined)
    }
    this.#remove(id)
  }

  #begin(file: File): void {
    last += 1
    const id = last
    const { max_file_upload_size_mib: limit } = state().server
    const entry = { id, name: file.name, size: file.size, sent: 0, problem: undefined, mayRetry: false }
    const refusal =
      file.size === 0
        ? text('writing.fileEmpty')
        : limit > 0 && file.size > limit * mebibyte
          ? text('writing.fileTooLarge', { count: limit })
          : undefined
    if (refusal !== undefined) {
      this.#all.value = [...this.#all.value, { ...entry, status: 'failed', problem: refusal }]
      return
    }
    const placeholder = this.#placeholder(file.name)
    const before = this.box.text.peek().slice(0, this.box.selection.start)
    this.box.insert(`${before === '' || /\s$/.test(before) ? '' : '\n'}${placeholder}\n`)
    const running = { placeholder, file, tus: undefined }
    this.#running.set(id, running)
    this.#all.value = [...this.#all.value, { ...entry, status: 'uploading' }]
    void this.#start(id, running)
  }

  async #start(id: number, running: Running): Promise<void> {
    const { file, placeholder } = running
    if (!canLoad()) return this.#change(id, { status: 'waiting' })
    const loaded = await import('tus-js-client').catch(() => undefined)
    if (!this.#running.has(id)) return
    if (!loaded) return this.#change(id, { status: 'failed', problem: text('shell.partMissing') })
    const tus = new loaded.Upload(file, {
      endpoint: '/json/tus',
      chunkSize,
      retryDelays,
      storeFingerprintForResuming: false,
      headers: callersHeader(),
      metadata: { filename: file.name, filetype: file.type },
      onShouldRetry: (error, _, options) => {
        // Where connections break, small parts arrive.
        options.chunkSize = Math.max(smallestChunk, (options.chunkSize ?? chunkSize) / 4)
        return navigator.onLine && isPassing(error.originalResponse?.getStatus())
      },
      onProgress: (sent) => this.#change(id, { sent }),
      onSuccess: ({ lastResponse }) => this.#done(id, placeholder, file.name, lastResponse.getBody()),
      onError: (error) => void this.#failed(id, error),
    })
    running.tus = tus
    // It may have been paused meanwhile.
    if (this.#find(id)?.status === 'uploading') tus.start()
  }

  #done(id: number, placeholder: string, name: string, body: string): void {
    const url = urlIn(body)
    if (url === undefined)
      return this.#change(id, { status: 'failed', problem: text('shell.failed'), mayRetry: true })
    const link = `[${shownName(name)}](${url})`
    if (!this.box.exchange(placeholder, link)) this.box.insert(`${link}\n`)
    this.#remove(id)
  }

  async #failed(id: number, error: Error): Promise<void> {
    const answer: unknown = Reflect.get(error, 'originalResponse')
    if (!isResponse(answer)) return this.#change(id, { status: 'waiting', problem: undefined })
    const said = messageIn(answer.getBody())
    const problem = said === undefined ? text('shell.failed') : await inReadersWords(said)
    const mayRetry = (this.#find(id)?.sent ?? 0) > 0 || isPassing(answer.getStatus())
    this.#change(id, { status: 'failed', problem, mayRetry })
  }

  #goOn(): void {
    for (const { id, status } of this.#all.peek()) if (status === 'waiting') this.resume(id)
  }

  #placeholder(name: string): string {
    const plain = `[${text('writing.uploadingFile', { name: shownName(name) })}]()`
    const taken = new Set([...this.#running.values()].map(({ placeholder }) => placeholder))
    let unique = plain
    for (let count = 2; taken.has(unique) || this.box.text.peek().includes(unique); count++)
      unique = plain.replace(']()', ` (${count})]()`)
    return unique
  }

  #find(id: number): UploadState | undefined {
    return this.#all.peek().find((each) => each.id === id)
  }

  #change(id: number, fields: Partial<UploadState>): void {
    this.#all.value = this.#all.value.map((each) => (each.id === id ? { ...each, ...fields } : each))
  }

  #remove(id: number): void {
    this.#running.delete(id)
    this.#all.value = this.#all.value.filter((each) => each.id !== id)
  }
}

/** Whether it may go better next time. @param status of the answer, if there was one */
function isPassing(status: number | undefined): boolean {
  return status === undefined || status >= 500 || status === 409 || status === 423 || status === 429
}

/** Brackets would end the words of the link. */
function shownName(name: string): string {
  return name.replaceAll(/[[\]\\`]/g, '_')
}

function isResponse(value: unknown): value is { getBody(): string; getStatus(): number } {
  return isFields(value) && typeof value['getBody'] === 'function' && typeof value['getStatus'] === 'function'
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

function urlIn(body: string): string | undefined {
  const answer = parsed(body)
  return isFields(answer) && isText(answer['url']) ? answer['url'] : undefined
}

function messageIn(body: string): string | undefined {
  const answer = parsed(body)
  return isFields(answer) && isText(answer['msg']) ? answer['msg'] : undefined
}
