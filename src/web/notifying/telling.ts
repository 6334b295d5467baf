// Tells of messages as they come, while nobody looks at this window, and takes back what was read meanwhile.
import { messageLink } from '../live/links'
import { onEvent, state } from '../live/state'
import { nameOf } from '../store/names'
import { renderedNodes } from '../parts/rendered-html'
import type { ServerEvent } from '../store/events'
import { messageIn, type Message } from '../store/messages'
import { isNumbers } from '../store/shapes'
import { text } from '../texts/text'
import { waysToTell } from './deciding'
import { mayNotify } from './leave'
import { takeMeanwhile } from './meanwhile'
import { playSound } from './sound'
import { worker } from './worker'

/** A shown text is not longer, in UTF-16 units. */
const longestBody = 200

export function tellOfMessages(): void {
  for (const event of takeMeanwhile()) follow(event)
  onEvent(follow)
}

function follow(event: ServerEvent): void {
  if (event.type === 'message') {
    const message = messageIn(event['message'], event['flags'])
    if (message) tell(message)
  }
  if (event.type === 'update_message_flags' && event['flag'] === 'read' && event['op'] === 'add')
    void takeBack(isNumbers(event['messages']) ? event['messages'] : [])
  if (event.type === 'delete_message')
    void takeBack(isNumbers(event['message_ids']) ? event['message_ids'] : [])
}

function tell(message: Message): void {
  const { desktop, sound } = waysToTell(state(), message)
  if (document.hasFocus()) return
  if (sound) playSound(state().userSettings.notification_sound)
  if (desktop) void show(message)
}

/** The name by which a notification is replaced and taken back; the service worker uses the same. */
function tagOf(id: number): string {
  return `message-${id}`
}

async function show(message: Message): Promise<void> {
  if (!mayNotify()) return
  const isDirect = message.type === 'private'
  const sender = nameOf(state(), message.sender_id) ?? message.sender_full_name
  const channel = message.stream_id === undefined ? undefined : state().channels.get(message.stream_id)
  const place = channel ? ` (#${channel.name}${message.subject === '' ? '' : ` > ${message.subject}`})` : ''
  const isSaid = !isDirect || state().userSettings.pm_content_in_desktop_notifications
  const registration = await worker()
  if (!registration) return
  await registration.showNotification(sender + place, {
    body: isSaid ? plain(message.content) : text('notifying.newDirect'),
    tag: tagOf(message.id),
    icon: message.avatar_url ?? state().organization.icon_url,
    silent: true,
    data: { place: messageLink(message) },
  })
}

/** HTML as a person would read it out; what a spoiler hides stays hidden. */
function plain(html: string): string {
  const nodes = renderedNodes(html)
  for (const hidden of nodes.querySelectorAll('.spoiler-content')) hidden.textContent = '…'
  for (const tex of nodes.querySelectorAll('.katex-html')) tex.remove()
  const words = (nodes.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
  return words.length > longestBody ? `${words.slice(0, longestBody)}…` : words
}

async function takeBack(ids: readonly number[]): Promise<void> {
  const registration = await worker()
  const shown = (await registration?.getNotifications()) ?? []
  const tags = new Set(ids.map(tagOf))
  for (const notification of shown) if (tags.has(notification.tag)) notification.close()
}
