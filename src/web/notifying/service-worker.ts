// The service worker: shows pushes and opens what they tell of; gives the client its files and what was last seen while the
// network is away. It is a script of its own, which browsers run without a window.
import { addressOf } from '../addresses/narrow'
import { cacheName, forgetMessage, keyOfNarrow } from './kept'

/** What a worker has that a window has not; TypeScript knows one of them at a time. */
interface Worker {
  readonly registration: ServiceWorkerRegistration
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly OpenWindow[]>
    openWindow(address: string): Promise<unknown>
    claim(): Promise<void>
  }
  skipWaiting(): Promise<void>
  addEventListener<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): void
}
interface OpenWindow {
  readonly url: string
  focus(): Promise<unknown>
  postMessage(message: unknown, transfer: readonly Transferable[]): void
}
interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface Events {
  install: Lasting
  activate: Lasting
  push: Lasting & { readonly data: { json(): unknown } | null }
  notificationclick: Lasting & { readonly notification: Notification }
  message: Lasting & { readonly data: unknown }
  fetch: Lasting & { readonly request: Request; respondWith(answer: Promise<Response>): void }
}
declare const self: Worker

self.addEventListener('install', (event) => event.waitUntil(Promise.all([keepClient(), self.skipWaiting()])))
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

// Pushes

self.addEventListener('push', (event) => event.waitUntil(take(event.data?.json())))

interface Pushed {
  type: string
  realm_name: string
  message_id: number
  message_ids: readonly number[]
  sender_full_name: string
  sender_avatar_url: string
  content: string
  recipient_type: string
  channel_id: number
  channel_name: string
  topic: string
  pm_users: string
}

async function take(data: unknown): Promise<void> {
  const pushed: Partial<Pushed> = typeof data === 'object' && data !== null ? data : {}
  if (pushed.type === 'remove') return close(pushed.message_ids ?? [])
  const { sender_full_name: sender, realm_name: organization = '', content = '', message_id: id } = pushed
  const isInChannel = pushed.recipient_type === 'channel'
  const place = isInChannel ? ` (#${pushed.channel_name}${pushed.topic ? ` > ${pushed.topic}` : ''})` : ''
  await self.registration.showNotification(sender === undefined ? organization : sender + place, {
    body: content,
    ...(id === undefined ? {} : { tag: `message-${id}` }),
    ...(pushed.sender_avatar_url === undefined ? {} : { icon: pushed.sender_avatar_url }),
    data: { place: placeOf(pushed) },
  })
}

function placeOf(pushed: Partial<Pushed>): string {
  const { recipient_type, channel_id, channel_name, topic, pm_users, message_id } = pushed
  const names = { channel: () => channel_name, person: () => undefined }
  if (recipient_type === 'channel' && channel_id !== undefined) {
    const terms = [
      { operator: 'channel', operand: channel_id },
      { operator: 'topic', operand: topic ?? '' },
    ]
    return addressOf(terms, names, message_id)
  }
  if (pm_users === undefined) return '#inbox'
  return addressOf([{ operator: 'dm', operand: pm_users.split(',').map(Number) }], names, message_id)
}

async function close(ids: readonly number[]): Promise<void> {
  const tags = new Set(ids.map((id) => `message-${id}`))
  for (const shown of await self.registration.getNotifications()) if (tags.has(shown.tag)) shown.close()
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const data: unknown = event.notification.data
  const hasPlace = typeof data === 'object' && data !== null && 'place' in data
  event.waitUntil(open(hasPlace ? String(data.place) : '#inbox'))
})

/** In the window of the client that is there, or else in a new one: the reference and other pages know nothing of places. */
async function open(place: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = windows.find(({ url }) => new URL(url).pathname === '/')
  if (!there) return void (await self.clients.openWindow(`/${place}`))
  there.postMessage({ place }, [])
  await there.focus()
}

// Without a network

/** So many answers are kept of what was read last. */
const mostAnswers = 60
/** Under which the register is kept, which is asked for by POST. */
const registerKey = '/json/register'

self.addEventListener('message', (event) => {
  if (event.data === forgetMessage) event.waitUntil(forget())
})

self.addEventListener('fetch', (event) => {
  const { method, url, mode } = event.request
  const { origin, pathname } = new URL(url)
  if (origin !== location.origin) return
  if (mode === 'navigate' && pathname === '/') event.respondWith(networkFirst(event.request, '/'))
  else if (method === 'GET' && pathname.startsWith('/web/')) event.respondWith(keptFirst(event.request))
  else if (method === 'POST' && pathname === registerKey)
    event.respondWith(networkFirst(event.request, registerKey))
  else if (method === 'GET' && pathname === '/json/messages')
    event.respondWith(networkFirst(event.request, keyOfMessages(url)))
  else if (method === 'GET' && isPicture(pathname)) event.respondWith(networkFirst(event.request, url))
})

/** A narrow opens with one answer, wherever in it somebody begins; the rest of it is kept part by part. */
function keyOfMessages(url: string): string {
  const { searchParams: asked } = new URL(url)
  const narrow = asked.get('narrow')
  const isOpening = ['first_unread', 'newest'].includes(asked.get('anchor') ?? '')
  return narrow !== null && isOpening ? keyOfNarrow(narrow) : url
}

function isPicture(path: string): boolean {
  return /^\/(user_avatars|user_uploads\/thumbnail|static)\//.test(path)
}

/** The page and its files, so that the very next time may be without a network. */
async function keepClient(): Promise<void> {
  const page = await fetch('/')
  // Somebody who is not logged in is led elsewhere.
  if (!page.ok || page.redirected) return
  const cache = await caches.open(cacheName)
  const html = await page.clone().text()
  await cache.put('/', page)
  await cache.addAll([...new Set(html.match(/\/web\/[\w.-]+/g) ?? [])])
}

/** What the network answers, and else what it answered last. */
async function networkFirst(request: Request, key: string): Promise<Response> {
  try {
    const answer = await fetch(request)
    // Who is logged out elsewhere leaves nothing behind here.
    if (answer.status === 401 || answer.type === 'opaqueredirect') await forget()
    else if (answer.ok && !answer.redirected) {
      if (key === '/') mayKeep = true
      await keep(key, answer.clone())
    }
    return answer
  } catch (error) {
    const kept = await keptUnder(key)
    if (kept) return kept
    throw error
  }
}

/** Files are named by what is in them: one that is kept is right. */
async function keptFirst(request: Request): Promise<Response> {
  const kept = await keptUnder(request)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) await keep(request.url, answer.clone())
  return answer
}

/** Makes no cache where there is none. */
function keptUnder(key: RequestInfo): Promise<Response | undefined> {
  return caches.match(key, { cacheName })
}

/** Nothing is from the end of a session until the client is opened again. */
let mayKeep = true
/** What is being put there now. */
const underway = new Set<Promise<void>>()

async function keep(key: string, answer: Response): Promise<void> {
  if (!mayKeep) return
  const keeping = put(key, answer)
  underway.add(keeping)
  await keeping.finally(() => underway.delete(keeping))
}

/** Leaves nothing there, and lets nothing come after that was on its way. */
async function forget(): Promise<void> {
  mayKeep = false
  await Promise.allSettled(underway)
  await caches.delete(cacheName)
}

async function put(key: string, answer: Response): Promise<void> {
  const cache = await caches.open(cacheName)
  // Put anew, it is the last of all.
  await cache.delete(key)
  await cache.put(key, answer)
  const answers = (await cache.keys()).filter(
    ({ url }) => url.includes('/json/messages') || isPicture(new URL(url).pathname),
  )
  for (const { url } of answers.slice(0, Math.max(0, answers.length - mostAnswers))) await cache.delete(url)
  const files = (await cache.keys()).filter(({ url }) => url.includes('/web/'))
  for (const { url } of files.slice(0, Math.max(0, files.length - 4 * mostAnswers))) await cache.delete(url)
}
