// Pictures with room reserved before they come, which open in a lightbox; video and sound.
import { text } from '../../texts/text'
import { openLightbox } from './lightbox'
import { all } from './nodes'

/** As large as pictures are shown within messages, in CSS pixels. */
const room = { width: 420, height: 280 } as const

export function prepareMedia(nodes: DocumentFragment): void {
  for (const block of all(nodes, 'div', '.message_inline_image')) {
    if (block.classList.contains('message_inline_video')) prepareVideo(block)
    else preparePicture(block)
  }
  for (const sound of all(nodes, 'audio')) sound.preload = 'metadata'
  for (const link of all(nodes, 'a', '.message_embed_image')) {
    link.setAttribute('aria-hidden', 'true')
    link.tabIndex = -1
  }
}

function preparePicture(block: HTMLElement): void {
  const image = block.querySelector('img')
  const link = block.querySelector('a')
  if (!image || !link) return
  const size = shownSize(image.dataset['originalDimensions'])
  image.alt = link.title || text('reading.picture')
  image.width = size.width
  image.height = size.height
  image.decoding = 'async'
  if (image.classList.contains('image-loading-placeholder')) {
    // Nothing that turns: the room is kept, and what comes then takes its place.
    image.removeAttribute('src')
    image.alt = text('reading.pictureComing')
  }
  // The link to it stands in the text.
  image.addEventListener('error', () => (block.hidden = true))
  link.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    openLightbox(link)
  })
}

/** @param dimensions `1920x1080`; pictures from elsewhere don't say */
function shownSize(dimensions: string | undefined): { width: number; height: number } {
  const [width, height] = (dimensions ?? '').split('x').map(Number)
  if (!width || !height) return { ...room }
  const scale = Math.min(1, room.width / width, room.height / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

function prepareVideo(block: HTMLElement): void {
  const video = block.querySelector('video')
  const link = block.querySelector('a')
  if (!video) return
  video.controls = true
  video.width = room.width
  video.setAttribute('aria-label', link?.title || text('reading.video'))
  // The link around it would swallow what is meant for its controls.
  link?.replaceWith(video)
}
