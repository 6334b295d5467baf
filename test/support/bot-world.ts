// A server with outgoing webhook bots of Ann's, to whom Bob writes: what tests of their failures ask again and again.
import { afterEach, expect } from 'bun:test'
import { defaultRules } from '../../src/organization/rules'
import { systemGroupId } from '../../src/user-groups/repository'
import { addWebhookBot, botProgram, type BotProgram } from './bot-programs'
import { messagesIn } from './changed-messages'
import { addChannel } from './channels'
import type { Client } from './client'
import { storedJobs } from './jobs'
import { item } from './law/rules'
import { sendDirectly } from './messages'
import { scenario } from './scenario'

/** Programs are on this machine. */
export const rules = { ...defaultRules, allowsPrivateAddresses: true }
export const second = 1000
export const hour = 3600 * second

/** What a program says that works. */
export const ok = (content: string) => Response.json({ content })
/** What one says, or whatever stands before it, that does not. */
export const fails = (status: number, headers: Record<string, string> = {}) =>
  new Response('no', { status, headers })

/** To be awaited at the top of a file of tests. Programs are stopped after each test. */
export async function botWorld() {
  const { server, owner, ann, bob } = await scenario({ ann: 'member', bob: 'member' }, { rules })
  const general = await addChannel(owner, 'general', [owner, ann, bob])
  const programs: { stop(): void }[] = []
  afterEach(() => {
    for (const program of programs.splice(0)) program.stop()
  })

  /** A program that answers so, and a bot of Ann's that calls it. */
  async function botWith(answer: Parameters<typeof botProgram>[0]): Promise<[Client, BotProgram]> {
    const program = botProgram(answer)
    programs.push(program)
    return [await addWebhookBot(ann, `${program.url}/hook?key=secret`), program]
  }

  /** Sends a message to a bot, and has the jobs that are due done. */
  async function tell(bot: Client, content = 'Hello'): Promise<number> {
    const id = await sendDirectly(bob, [bot], content)
    await server.server.settled()
    return id
  }

  async function mentionOf(bot: Client): Promise<string> {
    const { body } = await ann.get(`/users/${bot.id}`)
    return `@**${String(item(body['user'])['full_name'])}**`
  }

  /** What the bot has said to Bob, oldest first. */
  async function saidBy(bot: Client): Promise<unknown[]> {
    const narrow = [{ operator: 'dm', operand: [bot.id] }]
    const conversation = await messagesIn(bob, narrow, { apply_markdown: false })
    return conversation.filter((message) => message['sender_id'] === bot.id).map(({ content }) => content)
  }

  /** What the notification bot has told Ann of a bot. */
  async function toldOf(bot: Client): Promise<string[]> {
    const told = await messagesIn(ann, [{ operator: 'is', operand: 'dm' }], { apply_markdown: false })
    return told.map(({ content }) => String(content)).filter((content) => content.includes(`|${bot.id}**`))
  }

  const jobsOf = (bot: Client) =>
    storedJobs(server).filter(({ payload }) => payload.includes(`"botId":${bot.id},`))

  /** Deletes what Bob has written. */
  async function remove(id: number): Promise<void> {
    const everyone = systemGroupId(server.organization, 'role:everyone')
    await owner.patch('/realm', { can_delete_own_message_group: { new: everyone } })
    expect((await bob.delete(`/messages/${id}`)).body).toMatchObject({ result: 'success' })
  }

  /** Lets so much time pass, in steps that are shorter than any wait. */
  async function pass(milliseconds: number, step = 30 * second): Promise<void> {
    for (let passed = 0; passed < milliseconds; passed += step) await server.advance(step)
  }

  const verbs = { botWith, tell, mentionOf, saidBy, toldOf, jobsOf, remove, pass }
  return { server, owner, ann, bob, general, programs, ...verbs }
}
