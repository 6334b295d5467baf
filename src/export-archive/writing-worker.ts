// The thread that writes one archive: it reads a copy of the database, so the server goes on as if nothing were done.
import { writeArchive, type ArchiveRequest, type Written } from './writing'

export type WritingNews = { progress: number } | { written: Written } | { failure: string }

declare const self: Worker

self.addEventListener('message', ({ data }: MessageEvent<ArchiveRequest>) => {
  const tell = (news: WritingNews) => self.postMessage(news, {})
  let told = 0
  writeArchive(data, (progress) => {
    // A hundred times at most.
    if (progress < told + 0.01) return
    told = progress
    tell({ progress })
  }).then(
    (written) => tell({ written }),
    (error: unknown) => tell({ failure: error instanceof Error ? error.message : String(error) }),
  )
})
