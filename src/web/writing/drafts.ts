// What stands in a box is a draft: kept on this device at once, and by the server for all devices soon after.
import { effect, untracked } from '@preact/signals'
import { call, Problem, type CallOptions } from '../api/call'
import { connection } from '../live/connection'
import { state } from '../live/state'
import type { Draft } from '../store/drafts'
import type { ComposeBox } from './compose-box'
import { destinationKey, type Destination } from './destination'
import { isLonger } from './code-points'
import { localDrafts } from './draft-storage'

/** Milliseconds after the last key. */
const soon = 800

/** The draft of one box, for as long as the box is there. */
export class DraftKeeper {
  readonly #compose: ComposeBox
  readonly #key: string
  #id: number | undefined
  /** What the server has of it, as far as is known here. */
  #known = ''
  /** Whether this device keeps another text than that, which the server has yet to get. */
  #isAhead = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #saving: Promise<void> = Promise.resolve()
  #isSaving = false
  readonly #stops: (() => void)[]

  constructor(compose: ComposeBox) {
    this.#compose = compose
    this.#key = destinationKey(compose.home)
    this.#begin()
    this.#stops = [
      effect(() => {
        const content = compose.box.text.value
        untracked(() => this.#changed(content))
      }),
      effect(() => {
        const { drafts } = state()
        untracked(() => this.#follow(drafts))
      }),
      connection.subscribe((now) => {
        if (now === 'live' && this.#isNew) this.#later()
      }),
    ]
  }

  /** Saves what is not saved yet. @param options such as that the page is about to go */
  flush(options: CallOptions = {}): Promise<void> {
    if (!this.#isNew) return this.#saving
    clearTimeout(this.#timer)
    this.#saving = this.#saving.then(() => this.#save(options))
    return this.#saving
  }

  stop(): void {
    void this.flush()
    for (const stop of this.#stops) stop()
  }

  get #isNew(): boolean {
    return this.#compose.box.text.peek().trimEnd() !== this.#known
  }

  /** Takes up what was left here, or on another device: the newer of both. */
  #begin(): void {
    const local = localDrafts.all()[this.#key]
    const shared = this.#sharedDraft(state().drafts.values())
    const isLocal = local && (local.isNew || !shared) && local.timestamp >= (shared?.timestamp ?? 0) * 1000
    this.#id = shared?.id ?? (local?.id !== undefined && state().drafts.has(local.id) ? local.id : undefined)
    this.#known = shared?.content ?? ''
    this.#isAhead = local?.isNew ?? false
    // What the server had and has no more was sent or thrown away elsewhere.
    const isGone = local && !local.isNew && !shared && sharesDrafts()
    const content = isLocal && !isGone ? local.content : shared?.content
    if (content !== undefined && content !== '') this.#compose.box.put(content)
  }

  #changed(content: string): void {
    if (!this.#isNew) {
      // Sent, say, before the server could be reached: nobody is to find it again.
      if (this.#isAhead) this.#keepHere(content, false)
      return
    }
    if (content.trim() === '') return void this.flush()
    this.#later()
  }

  #later(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.flush(), soon)
  }

  async #save(options: CallOptions): Promise<void> {
    const content = this.#compose.box.text.peek().trimEnd()
    const to = this.#compose.destination.peek()
    const isBlank = content.trim() === ''
    this.#keepHere(content, true)
    if (!sharesDrafts()) {
      this.#known = content
      this.#isAhead = false
      return
    }
    // The server keeps none that can't be sent: until it is shortened, it is here alone.
    if (isLonger(content, state().server.max_message_length)) return
    this.#isSaving = true
    try {
      if (isBlank) await this.#remove(options)
      else await this.#put(to, content, options)
      this.#known = isBlank ? '' : content
      this.#keepHere(content, false)
      // It may have been sent meanwhile.
      this.#changed(this.#compose.box.text.peek())
    } catch {
      // It stays here, and is tried again with the next key or when the connection is back.
    } finally {
      this.#isSaving = false
    }
  }

  #keepHere(content: string, isNew: boolean): void {
    this.#isAhead = isNew
    const draft = { content, timestamp: Date.now(), isNew }
    const named = this.#id === undefined ? draft : { ...draft, id: this.#id }
    localDrafts.keep(this.#key, content.trim() === '' ? undefined : named)
  }

  async #put(to: Destination, content: string, options: CallOptions): Promise<void> {
    const draft = draftObject(to, content)
    if (this.#id !== undefined) {
      try {
        await call('PATCH', `/drafts/${this.#id}`, { draft }, options)
        return
      } catch (error) {
        // Somebody has thrown it away elsewhere; here it is still being written.
        if (!(error instanceof Problem) || error.status !== 404) throw error
      }
    }
    const { ids } = await call('POST', '/drafts', { drafts: [draft] }, options)
    const id: unknown = Array.isArray(ids) ? ids[0] : undefined
    this.#id = typeof id === 'number' ? id : undefined
  }

  async #remove(options: CallOptions): Promise<void> {
    const id = this.#id
    this.#id = undefined
    if (id === undefined) return
    await call('DELETE', `/drafts/${id}`, {}, options).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error
    })
  }

  /** Another device has changed it: shown here, unless something else was written here meanwhile. */
  #follow(drafts: ReadonlyMap<number, Draft>): void {
    if (this.#isSaving) return
    const { box } = this.#compose
    const draft = this.#id === undefined ? undefined : drafts.get(this.#id)
    if (this.#id !== undefined && !draft) {
      this.#id = undefined
      const isUntouched = !this.#isNew
      this.#known = ''
      if (isUntouched) box.put('')
      return
    }
    const shared = draft ?? this.#sharedDraft(drafts.values())
    if (!shared || shared.content === this.#known || this.#isNew) return
    this.#id = shared.id
    this.#known = shared.content
    box.put(shared.content)
  }

  #sharedDraft(drafts: Iterable<Draft>): Draft | undefined {
    let newest: Draft | undefined
    for (const draft of drafts) {
      const isHere = destinationKey(draftDestination(draft)) === this.#key
      if (isHere && draft.timestamp >= (newest?.timestamp ?? 0)) newest = draft
    }
    return newest
  }
}

function sharesDrafts(): boolean {
  return state().userSettings.enable_drafts_synchronization
}

/** Where a draft of the server's goes. */
export function draftDestination({ type, to, topic }: Draft): Destination {
  return type === 'private'
    ? { type: 'private', user_ids: to.length === 0 ? [] : to }
    : { type: 'stream', stream_id: to[0], topic }
}

/** One that is too long to be sent is being written still; the server keeps none. */
function draftTopic(topic: string): string {
  const { max_topic_length: longest } = state().server
  return [...topic.trim()].slice(0, longest).join('')
}

function draftObject(to: Destination, content: string): Record<string, unknown> {
  const timestamp = Math.floor(Date.now() / 1000)
  if (to.type === 'private') return { type: 'private', to: [...to.user_ids], topic: '', content, timestamp }
  const isChosen = to.stream_id !== undefined
  return {
    type: isChosen ? 'stream' : '',
    to: isChosen ? [to.stream_id] : [],
    topic: draftTopic(to.topic),
    content,
    timestamp,
  }
}
