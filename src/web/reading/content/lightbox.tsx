// Pictures of the open feed, one at a time and large: arrow keys go on, plus and minus zoom, a drag moves.
import { ChevronLeft, ChevronRight, ExternalLink, X, ZoomIn, ZoomOut } from 'lucide-preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { showDialog } from '../../parts/dialogs'
import { IconButton } from '../../parts/icon-button'
import { text } from '../../texts/text'

interface Picture {
  url: string
  title: string
}

/** Opens the picture of this link, among those of all messages around it. */
export function openLightbox(link: HTMLAnchorElement): void {
  const around = link.closest('[data-pictures]') ?? document.body
  const links = [
    ...around.querySelectorAll<HTMLAnchorElement>('.message_inline_image:not(.message_inline_video) > a'),
  ]
  const pictures = links.map(({ href, title }) => ({ url: href, title }))
  showDialog((close) => (
    <Lightbox pictures={pictures} first={Math.max(0, links.indexOf(link))} onClose={close} />
  ))
}

interface Props {
  pictures: readonly Picture[]
  first: number
  onClose(): void
}

const zooms = [1, 1.5, 2, 3, 5] as const

function Lightbox({ pictures, first, onClose }: Props) {
  const element = useRef<HTMLDialogElement>(null)
  const [index, setIndex] = useState(first)
  const [zoom, setZoom] = useState(0)
  useEffect(() => {
    const before = document.activeElement
    element.current?.showModal()
    return () => {
      element.current?.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  const picture = pictures[index]
  const show = (to: number): void => {
    if (!pictures[to]) return
    setIndex(to)
    setZoom(0)
  }
  const zoomTo = (to: number): void => setZoom(Math.max(0, Math.min(zooms.length - 1, to)))
  const onKey = (event: KeyboardEvent): void => {
    const action = {
      ArrowRight: () => show(index + 1),
      ArrowLeft: () => show(index - 1),
      '+': () => zoomTo(zoom + 1),
      '-': () => zoomTo(zoom - 1),
      v: onClose,
    }[event.key]
    if (!action) return
    event.preventDefault()
    event.stopPropagation()
    action()
  }
  if (!picture) return null
  return (
    <dialog
      ref={element}
      class="lightbox"
      aria-label={text('reading.pictures')}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onKeyDown={onKey}
    >
      <header>
        <h2>{picture.title}</h2>
        {pictures.length > 1 && (
          <span class="lightbox-count">
            {text('reading.pictureOf', { index: index + 1, count: pictures.length })}
          </span>
        )}
        <IconButton
          icon={ZoomOut}
          label={text('reading.zoomOut')}
          disabled={zoom === 0}
          onClick={() => zoomTo(zoom - 1)}
        />
        <IconButton
          icon={ZoomIn}
          label={text('reading.zoomIn')}
          disabled={zoom === zooms.length - 1}
          onClick={() => zoomTo(zoom + 1)}
        />
        <a
          class="icon-button"
          href={picture.url}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={text('reading.openPicture')}
          title={text('reading.openPicture')}
        >
          <ExternalLink size={18} aria-hidden="true" />
        </a>
        <IconButton icon={X} label={text('shell.close')} onClick={onClose} />
      </header>
      <Stage
        key={picture.url}
        picture={picture}
        zoom={zooms[zoom] ?? 1}
        onZoom={() => setZoom(zoom === 0 ? 2 : 0)}
      />
      {pictures.length > 1 && (
        <>
          <IconButton
            icon={ChevronLeft}
            size={28}
            class="lightbox-previous"
            label={text('reading.previousPicture')}
            disabled={index === 0}
            onClick={() => show(index - 1)}
          />
          <IconButton
            icon={ChevronRight}
            size={28}
            class="lightbox-next"
            label={text('reading.nextPicture')}
            disabled={index === pictures.length - 1}
            onClick={() => show(index + 1)}
          />
        </>
      )}
    </dialog>
  )
}

interface StageProps {
  picture: Picture
  zoom: number
  onZoom(): void
}

/** The picture, as large as there is room; larger ones are moved by scrolling or dragging. */
function Stage({ picture, zoom, onZoom }: StageProps) {
  const stage = useRef<HTMLDivElement>(null)
  const drag = useRef<{ x: number; y: number; hasMoved: boolean }>()
  useEffect(() => {
    const box = stage.current
    box?.scrollTo((box.scrollWidth - box.clientWidth) / 2, (box.scrollHeight - box.clientHeight) / 2)
  }, [zoom])
  return (
    <div
      ref={stage}
      class={`lightbox-stage ${zoom > 1 ? 'zoomed' : ''}`}
      tabIndex={0}
      role="region"
      aria-label={picture.title}
      onPointerDown={({ clientX: x, clientY: y }) => (drag.current = { x, y, hasMoved: false })}
      onPointerMove={({ clientX: x, clientY: y, buttons, pointerType, currentTarget }) => {
        const from = drag.current
        if (!from || buttons === 0 || pointerType === 'touch') return
        currentTarget.scrollBy(from.x - x, from.y - y)
        drag.current = { x, y, hasMoved: from.hasMoved || Math.abs(from.x - x) + Math.abs(from.y - y) > 2 }
      }}
      onClick={() => {
        if (!drag.current?.hasMoved) onZoom()
      }}
    >
      <img src={picture.url} alt={picture.title} draggable={false} style={{ '--zoom': String(zoom) }} />
    </div>
  )
}
