// Where the demo is played: its channels, and what people do there, call by call.
import { basename } from 'node:path'
import { call, type Account, type Answer, type Parameters } from './calls'
import {
  channels,
  drafts,
  folders,
  followed,
  nightBakers,
  organizationName,
  profileField,
  reminders,
  scheduled,
  snippets,
  statuses,
} from './cast'
import { avatars, organizationIcon, starterEmoji, uploads } from './pictures'
import type { Line, PersonName, Place, SpeakerName } from './conversations/script'

const day = 24 * 60 * 60_000

export class Stage {
  readonly #speakers = new Map<SpeakerName, Account>()
  /** By name. */
  readonly #channelIds = new Map<string, number>()
  /** By label of their line. */
  readonly #messageIds = new Map<string, number>()
  /** Who has read everything for the last time: from now on they read where they answer. */
  readonly #caughtUp = new Set<SpeakerName>()

  /** Pictures are made while people talk. */
  #worn: Promise<unknown> = Promise.resolve()

  private constructor(
    private readonly url: string,
    private readonly people: ReadonlyMap<PersonName, Account>,
  ) {
    for (const [name, person] of people) this.#speakers.set(name, person)
  }

  /** Makes the channels and all that is there from the start; how people look follows meanwhile. */
  static async set(url: string, people: ReadonlyMap<PersonName, Account>): Promise<Stage> {
    const stage = new Stage(url, people)
    await stage.#furnish()
    await stage.#makeChannels()
    await stage.#makeBot()
    await stage.#fillProfiles()
    stage.#worn = Promise.all([...people.keys()].map((name) => stage.#wear(name)))
    // Whoever leaves the stage hears of what fails.
    stage.#worn.catch(() => undefined)
    return stage
  }

  async #furnish(): Promise<void> {
    await this.#call('mara', 'PATCH', '/realm', {
      description: `The bakery below the lighthouse. This is the demo of Confab: nothing here is real, and everything works.`,
      name: organizationName,
    })
    await this.#call('mara', 'POST', '/realm/icon', {}, await picture(organizationIcon))
    await this.#call('mara', 'POST', '/realm/emoji/starter', {}, await picture(starterEmoji))
    const members = nightBakers.members.map((name) => this.#idOf(name))
    await this.#call('mara', 'POST', '/user_groups/create', { ...nightBakers, members })
  }

  async #fillProfiles(): Promise<void> {
    const { name, hint, values } = profileField
    const field = { name, hint, field_type: 1, display_in_profile_summary: true }
    const { id } = await this.#call('mara', 'POST', '/realm/profile_fields', field)
    for (const person of this.people.keys())
      await this.#call(person, 'PATCH', '/users/me/profile_data', { data: [{ id, value: values[person] }] })
  }

  async #makeChannels(): Promise<void> {
    const folderIds = new Map<string, unknown>()
    for (const folder of folders) {
      const made = await this.#call('mara', 'POST', '/channel_folders/create', folder)
      folderIds.set(folder.name, made['channel_folder_id'])
    }
    for (const { name, description, folder, people = staff, isPrivate = false } of channels) {
      await this.#call('mara', 'POST', '/users/me/subscriptions', {
        subscriptions: [{ name, description }],
        principals: ['mara' as const, ...people].map((each) => this.#idOf(each)),
        announce: false,
        invite_only: isPrivate,
        is_default_stream: name === 'general',
        ...(folder === undefined ? {} : { folder_id: folderIds.get(folder) }),
      })
    }
    const { subscriptions } = await this.#call('mara', 'GET', '/users/me/subscriptions')
    for (const channel of rows(subscriptions))
      this.#channelIds.set(String(channel['name']), Number(channel['stream_id']))
  }

  async #makeBot(): Promise<void> {
    const parameters = { full_name: 'Oven Watch', short_name: 'oven-watch', bot_type: 1 }
    const avatar = await picture(avatars.ovenWatch)
    const { user_id, email, api_key } = await this.#call('tomas', 'POST', '/bots', parameters, avatar)
    const bot = { id: Number(user_id), name: 'Oven Watch', email: String(email), apiKey: String(api_key) }
    this.#speakers.set('ovenWatch', bot)
    const [nightShift] = channels.filter(({ name }) => name === 'night shift')
    await this.#call('mara', 'POST', '/users/me/subscriptions', {
      subscriptions: [{ name: nightShift?.name }],
      principals: [bot.id],
    })
  }

  async #wear(name: PersonName): Promise<void> {
    await this.#call(name, 'POST', '/users/me/avatar', {}, await picture(avatars[name]))
    const status = statuses[name]
    if (status)
      await this.#call(name, 'POST', '/users/me/status', {
        status_text: status.text,
        emoji_name: status.emoji,
      })
  }

  /** Says a line, and does what follows. @param now when the demo is made, in milliseconds */
  async say(line: Line, now: number): Promise<void> {
    const { from, to, label, reactions = {}, starredBy = [], steps = [], topicBecomes } = line
    if (this.#caughtUp.has(from)) await this.#read(from, to)
    const content = await this.#written(line, now)
    const sent = await this.#call(from, 'POST', '/messages', {
      ...this.#target(to),
      content,
      read_by_sender: true,
    })
    const id = Number(sent['id'])
    if (label !== undefined) this.#messageIds.set(label, id)
    const reacting = Object.entries(reactions).flatMap(([emoji_name, speakers]) =>
      speakers.map((each) => this.#call(each, 'POST', `/messages/${id}/reactions`, { emoji_name })),
    )
    const star = { messages: [id], op: 'add', flag: 'starred' }
    const starring = starredBy.map((each) => this.#call(each, 'POST', '/messages/flags', star))
    await Promise.all([...reacting, ...starring])
    for (const [each, step] of steps)
      await this.#call(each, 'POST', '/submessage', {
        message_id: id,
        msg_type: 'widget',
        content: JSON.stringify(step),
      })
    if (topicBecomes !== undefined)
      await this.#call(from, 'PATCH', `/messages/${id}`, {
        topic: topicBecomes,
        propagate_mode: 'change_all',
        send_notification_to_old_thread: false,
        send_notification_to_new_thread: false,
      })
  }

  /** Somebody reads all that is there. */
  async catchUp(name: PersonName): Promise<void> {
    this.#caughtUp.add(name)
    await this.#call(name, 'POST', '/mark_all_as_read')
  }

  /**
   * What is there at the end: topics that are followed, texts that are begun or wait, somebody at home.
   * @param now in milliseconds
   */
  async leave(now: number): Promise<void> {
    await this.#worn
    for (const [name, channel, topic] of followed)
      await this.#call(name, 'POST', '/user_topics', {
        stream_id: this.#channelIds.get(channel),
        topic,
        visibility_policy: 3,
      })
    for (const { by, channel, topic, content } of drafts) {
      const to = [this.#channelIds.get(channel)]
      await this.#call(by, 'POST', '/drafts', { drafts: [{ type: 'stream', to, topic, content }] })
    }
    const after = (days: number): number => Math.floor((now + days * day) / 1000)
    for (const { by, channel, topic, content, inDays } of scheduled)
      await this.#call(by, 'POST', '/scheduled_messages', {
        type: 'channel',
        to: this.#channelIds.get(channel),
        topic,
        content,
        scheduled_delivery_timestamp: after(inDays),
      })
    for (const { by, of, note, inDays } of reminders)
      await this.#call(by, 'POST', '/reminders', {
        message_id: this.#messageIds.get(of),
        note,
        scheduled_delivery_timestamp: after(inDays),
      })
    for (const { by, title, content } of snippets)
      await this.#call(by, 'POST', '/saved_snippets', { title, content })
    for (const name of ['hana', 'jonas', 'priya'] as const)
      await this.#call(name, 'POST', '/users/me/presence', { status: 'active', new_user_input: true })
  }

  /** Who answers in a conversation has read it. */
  async #read(name: SpeakerName, to: Place): Promise<void> {
    const narrow =
      'channel' in to
        ? [
            { operator: 'channel', operand: to.channel },
            { operator: 'topic', operand: to.topic },
          ]
        : [{ operator: 'dm', operand: to.people.map((each) => this.#idOf(each)) }]
    const range = { anchor: 'newest', num_before: 1000, num_after: 0 }
    await this.#call(name, 'POST', '/messages/flags/narrow', { ...range, narrow, op: 'add', flag: 'read' })
  }

  #target(to: Place): Parameters {
    return 'channel' in to
      ? { type: 'channel', to: to.channel, topic: to.topic }
      : { type: 'direct', to: to.people.map((each) => this.#idOf(each)) }
  }

  async #written({ from, says }: Line, now: number): Promise<string> {
    let content = says
      .replaceAll(/\{id:([^}]+)\}/g, (_, label: string) => String(this.#messageIds.get(label)))
      .replaceAll(/\{in:(\d+) (\d+):(\d+)\}/g, (_, days: string, hours: string, minutes: string) => {
        const moment = new Date(now + Number(days) * day)
        moment.setHours(Number(hours), Number(minutes), 0, 0)
        return moment.toISOString().replace(/\.\d+Z$/, 'Z')
      })
    for (const [name, path] of Object.entries(uploads)) {
      const place = `{file:${name}}`
      if (!content.includes(place)) continue
      const { url } = await this.#call(from, 'POST', '/user_uploads', {}, await picture(path, name))
      content = content.replaceAll(place, String(url))
    }
    return content
  }

  #idOf(name: PersonName): number {
    const person = this.people.get(name)
    if (!person) throw new Error(`The demo has no ${name}`)
    return person.id
  }

  #call(
    name: SpeakerName,
    method: 'POST' | 'PATCH' | 'GET',
    path: string,
    parameters: Parameters = {},
    file?: File,
  ): Promise<Answer> {
    const speaker = this.#speakers.get(name)
    if (!speaker) throw new Error(`The demo has no ${name}`)
    return call(this.url, speaker, method, path, parameters, file)
  }
}

/** All but the owner, who makes the channels, and the guest. */
const staff: readonly PersonName[] = ['jonas', 'priya', 'tomas', 'hana']

async function picture(path: string, name = basename(path)): Promise<File> {
  return new File([await Bun.file(path).bytes()], name, {
    type: name.endsWith('.webp') ? 'image/webp' : 'image/png',
  })
}

function rows(value: unknown): Answer[] {
  return Array.isArray(value) ? value : []
}
