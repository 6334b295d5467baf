// zulip-js in the Node that it is made for: takes calls as lines of JSON, answers each with a line.
import { createReadStream } from 'node:fs'
import readline from 'node:readline'
import zulip from 'zulip-js'

const clients = []

async function perform({ config, client, call, parameters }) {
  if (config) return { client: clients.push(await zulip(config)) - 1, apiKey: clients.at(-1).config.apiKey }
  const target = clients[client]
  const path = call.split('.')
  const method = path.pop()
  const resource = path.reduce((object, name) => object[name], target)
  return Array.isArray(parameters) ? resource[method](...parameters) : resource[method](parameters)
}

/** `{ file: PATH }` is a file, which this package sends as programs have them: as a stream. */
function withFiles(_name, value) {
  return typeof value?.file === 'string' ? { ...value, file: createReadStream(value.file) } : value
}

readline.createInterface({ input: process.stdin }).on('line', async (line) => {
  const request = JSON.parse(line, withFiles)
  const answer = await perform(request).catch((error) => ({ error: String(error) }))
  process.stdout.write(`${JSON.stringify({ id: request.id, answer })}\n`)
})
