// What people had chosen and kept elsewhere becomes theirs here: once, so that what they choose here afterwards stays.
import { Value } from '@sinclair/typebox/value'
import { changeSettings, settingChanges } from '../accounts/settings'
import { updateOwnStatus } from '../accounts/status'
import { addAlertWords } from '../alert-words/actions'
import { changePersonalSettings } from '../channels/subscriptions/personal-settings'
import { createDrafts } from '../drafts/actions'
import { draftsOf } from '../drafts/repository'
import { muteUser } from '../muted-users/actions'
import { mutedBy } from '../muted-users/repository'
import { seconds } from '../organization/clock'
import type { Organization } from '../organization/organization'
import { changeProfile } from '../profile-fields/values'
import { createSnippet } from '../saved-snippets/actions'
import { snippetsOf } from '../saved-snippets/repository'
import { schedule } from '../scheduled-messages/actions'
import { scheduledOf } from '../scheduled-messages/repository'
import { catalogue, isSettingName } from '../user-settings/catalogue'
import { consentSetting } from '../user-settings/export-consents'
import { chooseTopicVisibility } from '../user-topics/actions'
import { visibility } from '../user-topics/repository'
import { directory, type User } from '../users/repository'
import type { Around } from './around'
import { tried, type Configured } from './configuration'
import { isEmoji } from './messages'
import { noteTaken, takenId } from './repository'
import type { SourceChoices, SourceMessage } from './source'

/** Once their messages are here: some of it is about these. */
export async function takeChoices(
  organization: Organization,
  around: Around,
  configured: Configured,
): Promise<void> {
  const { source, people } = around
  for (const choices of source.choices?.() ?? []) {
    const user = directory(organization).byId.get(people.get(choices.personId) ?? 0)
    if (!user?.isActive || user.botType !== null) continue
    if (takenId(organization.db, source.id, 'choices', choices.personId) !== undefined) continue
    await new Choices(organization, around, configured, user).take(choices)
    await organization.write((tx) => noteTaken(tx, source.id, 'choices', choices.personId, user.id))
  }
}

class Choices {
  constructor(
    private readonly organization: Organization,
    private readonly around: Around,
    private readonly configured: Configured,
    private readonly user: User,
  ) {}

  async take(choices: SourceChoices): Promise<void> {
    await this.#takeSettings(choices)
    await this.#takeChannels(choices)
    await this.#takeWords(choices)
    await this.#takeProfile(choices)
    await this.#takeUnsent(choices)
  }

  /** Whoever had an account here has chosen already. What they agreed to there, they have not agreed to here. */
  async #takeSettings({ settings = {}, status }: SourceChoices): Promise<void> {
    const { organization, user } = this
    if (user.passwordHash !== null) return
    for (const [name, value] of Object.entries(settings)) {
      if (!isSettingName(name) || name === consentSetting) continue
      if (!Value.Check(catalogue.properties[name], value)) continue
      await this.#tried('Personal settings', name, async () => {
        const changes = settingChanges({ [name]: value })
        await organization.write((tx) => changeSettings(tx, user, changes))
      })
    }
    if (!status) return
    await this.#tried('Statuses', status.text, () =>
      updateOwnStatus(organization, user, {
        text: status.text,
        emoji: {
          name: isEmoji(organization, status.emoji) ? status.emoji : '',
          code: undefined,
          type: undefined,
        },
      }),
    )
  }

  async #takeChannels({ channels = [], topics = [], mutedIds = [] }: SourceChoices): Promise<void> {
    const { organization, user, around } = this
    for (const { channelId, property, value } of channels) {
      const id = around.channels.get(channelId)
      if (id === undefined) continue
      await this.#tried('Settings of channels', property, () =>
        changePersonalSettings(organization, user, [{ stream_id: id, property, value }]),
      )
    }
    for (const { channelId, topic, visibility: chosen } of topics) {
      const id = around.channels.get(channelId)
      if (id === undefined) continue
      const choice = { channelId: id, topic, visibility: visibility[chosen] }
      await this.#tried('Muted and followed topics', topic, () =>
        chooseTopicVisibility(organization, user, choice),
      )
    }
    for (const mutedId of mutedIds) {
      const id = around.people.get(mutedId)
      if (id === undefined || mutedBy(organization, user.id).has(id)) continue
      await this.#tried('Muted people', mutedId, () => muteUser(organization, user, id))
    }
  }

  async #takeWords({ alertWords = [], snippets = [] }: SourceChoices): Promise<void> {
    const { organization, user } = this
    for (const word of alertWords)
      await this.#tried('Alert words', word, () => addAlertWords(organization, user, [word]))
    for (const snippet of snippets) {
      const isHere = snippetsOf(organization.db, user.id).some(
        ({ title, content }) => title === snippet.title && content === snippet.content,
      )
      if (!isHere)
        await this.#tried('Snippets', snippet.title, () => createSnippet(organization, user, snippet))
    }
  }

  async #takeProfile({ profile = [] }: SourceChoices): Promise<void> {
    const { organization, user, around } = this
    for (const { fieldId, value } of profile) {
      const id = this.configured.profileFields.get(fieldId)
      if (id === undefined) continue
      const said = typeof value === 'string' ? value : value.flatMap((each) => around.people.get(each) ?? [])
      await this.#tried('What people say of themselves', `${user.fullName}: ${value}`, () =>
        organization.write((tx) => changeProfile(tx, around.owner, user, [{ id, value: said }])),
      )
    }
  }

  async #takeUnsent({ drafts = [], scheduled = [] }: SourceChoices): Promise<void> {
    const { organization, user, around } = this
    for (const { to, content, time } of drafts) {
      const text = content(around.names)
      const address = this.#addressOf(to)
      if (!address || draftsOf(organization.db, user.id).some((each) => each.content === text)) continue
      const draft = { ...address, content: text, timestamp: time }
      await this.#tried('Drafts', text, () => createDrafts(organization, user, [draft]))
    }
    for (const { to, content, time } of scheduled) {
      const text = content(around.names)
      const address = this.#addressOf(to)
      if (!address || time <= seconds(organization.clock)) continue
      if (
        scheduledOf(organization.db, user.id).some((each) => each.content === text && each.deliverAt === time)
      )
        continue
      const type = address.type === 'stream' ? ('stream' as const) : ('private' as const)
      const wanted = { content: text, deliverAt: time, readBySender: undefined, client: 'Import' }
      await this.#tried('Scheduled messages', text, () =>
        schedule(organization, user, { ...wanted, address: { ...address, type } }),
      )
    }
  }

  #addressOf(to: SourceMessage['to']) {
    const { people, channels } = this.around
    if ('memberIds' in to) {
      const others = to.memberIds.flatMap((id) => people.get(id) ?? []).filter((id) => id !== this.user.id)
      return { type: 'private' as const, to: others.length === 0 ? [this.user.id] : others, topic: '' }
    }
    const channelId = channels.get(to.channelId)
    return channelId === undefined ? undefined : { type: 'stream' as const, to: [channelId], topic: to.topic }
  }

  #tried<Taken>(what: string, example: string, take: () => Promise<Taken>): Promise<Taken | undefined> {
    return tried(this.around.report, what, example, take)
  }
}
