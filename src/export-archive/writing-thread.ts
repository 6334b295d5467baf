// Writing an archive in a thread of its own, which ends when nobody wants it any more.
import { isExecutable } from '../version'
import type { ArchiveRequest, Written } from './writing'
import type { WritingNews } from './writing-worker'

/** scripts/build.ts puts it where it stands below the sources, and what imports it anywhere. */
const workerUrl = new URL(
  isExecutable ? './export-archive/writing-worker.ts' : './writing-worker.ts',
  import.meta.url,
)

/**
 * As `writeArchive`.
 * @throws Error that says why there is none; the reason of the signal. What was written of it by then stays.
 */
export async function writeArchiveAside(
  request: ArchiveRequest,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<Written> {
  signal.throwIfAborted()
  const worker = new Worker(workerUrl)
  const { promise, resolve, reject } = Promise.withResolvers<Written>()
  const stop = () => reject(signal.reason)
  signal.addEventListener('abort', stop)
  worker.addEventListener('message', ({ data }: MessageEvent<WritingNews>) => {
    if ('progress' in data) onProgress(data.progress)
    else if ('written' in data) resolve(data.written)
    else reject(new Error(data.failure))
  })
  worker.addEventListener('error', ({ message }) => reject(new Error(message)))
  worker.postMessage(request, [])
  try {
    return await promise
  } finally {
    signal.removeEventListener('abort', stop)
    worker.terminate()
  }
}
