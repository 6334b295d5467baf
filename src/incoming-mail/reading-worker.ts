// The thread that reads one mail: whatever that takes, the server goes on, and ends it where it takes too long.
import { contentOf, type MailContent, type TextOptions } from './mail-content'

export interface ReadingRequest {
  mail: Uint8Array
  options: TextOptions
}

export type ReadingAnswer = { content: MailContent } | { failure: string }

declare const self: Worker

self.addEventListener('message', ({ data }: MessageEvent<ReadingRequest>) => {
  void answerTo(data).then((answer) => {
    const contents = 'content' in answer ? answer.content.files.map(({ content }) => content.buffer) : []
    self.postMessage(answer, { transfer: contents })
  })
})

async function answerTo({ mail, options }: ReadingRequest): Promise<ReadingAnswer> {
  try {
    return { content: await contentOf(mail, options) }
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) }
  }
}
