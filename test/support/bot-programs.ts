// Programs of outgoing webhook bots, for tests: small servers elsewhere that are called for messages and answer.
import { addBot, botSeenBy } from './bots'
import type { Client, Parameters } from './client'
import { item, items, type Item } from './law/rules'
import { webServer, type WebServer } from './web-servers'

/** A call, as the program got it. */
export interface ProgramCall {
  readonly path: string
  readonly method: string
  readonly headers: Headers
  readonly body: string
}

/** A program that notes how it is called, and answers as the test says. */
export interface BotProgram extends WebServer {
  readonly calls: ProgramCall[]
}

/**
 * @param answer by the JSON that it is told and the call; an empty object where that is no JSON
 * @param atPort a free one if it is not said
 */
export function botProgram(
  answer: (told: Item, call: ProgramCall) => Response | Promise<Response> = () => Response.json({}),
  atPort = 0,
): BotProgram {
  const calls: ProgramCall[] = []
  const server = webServer(
    async (path, request) => {
      const { method, headers } = request
      const call = { path, method, headers, body: await request.text() }
      calls.push(call)
      return answer(toldIn(call), call)
    },
    undefined,
    atPort,
  )
  return { ...server, calls }
}

/** What a call tells; nothing where it is no JSON. */
export function toldIn({ headers, body }: ProgramCall): Item {
  return headers.get('content-type') === 'application/json' ? item(JSON.parse(body)) : {}
}

/** The content of the message that a call is about. */
export function contentIn(call: ProgramCall): string {
  return String(item(toldIn(call)['message'])['content'])
}

/** Makes an outgoing webhook bot. */
export function addWebhookBot(owner: Client, url: string, parameters: Parameters = {}): Promise<Client> {
  return addBot(owner, { bot_type: 3, payload_url: url, ...parameters })
}

/** By which the program of a bot knows it, as its owner sees it. */
export async function tokenOf(owner: Client, bot: Client): Promise<string> {
  return String(items((await botSeenBy(owner, bot))['services'])[0]?.['token'])
}

/** One of a bot server's bots: its name, by which it is mentioned, the token it is known by, and what it does with a message. */
export interface ServedBot {
  readonly fullName: string
  readonly token: string
  /** What it says to a message; undefined if it says nothing, or has said it over the API. */
  readonly handleMessage: (message: Item) => Promise<string | undefined> | string | undefined
}

/**
 * A server of several bots, as the protocol's documents describe the public one: it knows each by its address, checks the token,
 * hands on what follows the mention, or nothing where that does not come first, and says that no answer is needed, or what it is.
 */
export function botServer(bots: ReadonlyMap<string, ServedBot>): BotProgram {
  return botProgram(async (told, { method, path }) => {
    if (method !== 'POST' || path !== '/') return new Response('Only POST /', { status: 405 })
    const bot = bots.get(String(told['bot_email']))
    if (!bot) return new Response('No such bot', { status: 400 })
    if (told['token'] !== bot.token) return new Response('Wrong token', { status: 401 })
    const message = item(told['message'])
    const whole = String(message['content'])
    const content = told['trigger'] === 'mention' ? afterMention(whole, bot.fullName) : whole
    const said =
      content === undefined
        ? undefined
        : await bot.handleMessage({ ...message, content, full_content: whole })
    return Response.json(said === undefined ? { response_not_required: true } : { content: said })
  })
}

function afterMention(content: string, fullName: string): string | undefined {
  const mention = `@**${fullName}**`
  return content.startsWith(mention) ? content.slice(mention.length).trimStart() : undefined
}
