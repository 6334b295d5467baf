// The files on their way into a message: how far each is, and what can be done about it.
import { FileUp, Pause, Play, RotateCw, X } from 'lucide-preact'
import { useEffect, useRef } from 'preact/hooks'
import { IconButton } from '../parts/icon-button'
import { text } from '../texts/text'
import { sizeWords } from '../texts/times'
import type { Uploads, UploadState } from './uploads'

export function UploadList({ uploads }: { uploads: Uploads }) {
  const { all } = uploads
  if (all.length === 0) return null
  return (
    <ul class="uploads" aria-label={text('writing.uploads')}>
      {all.map((upload) => (
        <Row key={upload.id} upload={upload} uploads={uploads} />
      ))}
    </ul>
  )
}

function Row({ upload, uploads }: { upload: UploadState; uploads: Uploads }) {
  const { id, name, size, sent, status, problem, mayRetry } = upload
  return (
    <li class={`upload ${status}`}>
      <FileUp size={16} aria-hidden="true" />
      <span class="upload-name">{name}</span>
      {status === 'failed' ? (
        <span class="upload-problem" role="alert">
          {problem}
        </span>
      ) : (
        <>
          <progress max={size} value={sent} aria-label={text('writing.uploadProgress', { name })} />
          <span class="upload-size">{statusWords(upload)}</span>
        </>
      )}
      {status === 'uploading' && (
        <IconButton
          icon={Pause}
          size={15}
          label={text('writing.pauseUpload', { name })}
          onClick={() => uploads.pause(id)}
        />
      )}
      {(status === 'paused' || status === 'waiting') && (
        <IconButton
          icon={Play}
          size={15}
          label={text('writing.resumeUpload', { name })}
          onClick={() => uploads.resume(id)}
        />
      )}
      {status === 'failed' && mayRetry && (
        <IconButton
          icon={RotateCw}
          size={15}
          label={text('writing.retryUpload', { name })}
          onClick={() => uploads.resume(id)}
        />
      )}
      <IconButton
        icon={X}
        size={15}
        label={text('writing.cancelUpload', { name })}
        onClick={() => uploads.cancel(id)}
      />
    </li>
  )
}

function statusWords({ status, size, sent }: UploadState): string {
  if (status === 'waiting') return text('writing.waits')
  if (status === 'paused') return text('writing.uploadPaused')
  return text('writing.uploadOf', { sent: sizeWords(sent), size: sizeWords(size) })
}

/** Takes files that are dropped anywhere on the view. @returns the ref of an element within it */
export function useDrop(onFiles: (files: readonly File[]) => void) {
  const inside = useRef<HTMLElement>(null)
  useEffect(() => {
    const view = inside.current?.closest<HTMLElement>('main, dialog')
    if (!view) return
    const over = (event: DragEvent): void => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      view.dataset['dropping'] = text('writing.dropHere')
    }
    const leave = (event: DragEvent): void => {
      if (!(event.relatedTarget instanceof Node && view.contains(event.relatedTarget)))
        delete view.dataset['dropping']
    }
    const drop = (event: DragEvent): void => {
      delete view.dataset['dropping']
      const files = [...(event.dataTransfer?.files ?? [])]
      if (files.length === 0) return
      event.preventDefault()
      onFiles(files)
    }
    view.addEventListener('dragover', over)
    view.addEventListener('dragleave', leave)
    view.addEventListener('drop', drop)
    return () => {
      view.removeEventListener('dragover', over)
      view.removeEventListener('dragleave', leave)
      view.removeEventListener('drop', drop)
      delete view.dataset['dropping']
    }
  }, [onFiles])
  return inside
}
