// How much is unread, in the window's title, on its icon and on that of the installed client: as the person wants to have it counted.
import { computed, effect } from '@preact/signals'
import { isLoaded, state } from '../live/state'
import { windowTitle } from '../live/window-title'
import { unreadCounts } from '../store/unread-counts'

/** The values of `desktop_icon_count_display`. */
const counting = { all: 1, followed: 2, direct: 3 } as const

const shown = computed(() => {
  if (!isLoaded.value) return 0
  const { desktop_icon_count_display: wanted } = state().userSettings
  const { total, direct, mentions, followed } = unreadCounts(state())
  if (wanted === counting.all) return total
  if (wanted === counting.followed) return direct + mentions + followed
  return wanted === counting.direct ? direct + mentions : 0
})

/** Keeps title and icons in step for as long as the page is there. */
export function showCount(): void {
  effect(() => {
    document.title = shown.value > 0 ? `(${shown.value}) ${windowTitle.value}` : windowTitle.value
  })
  effect(() => {
    const count = shown.value
    if (isLoaded.value) void drawIcon(state().organization.icon_url, count)
    if ('setAppBadge' in navigator)
      void (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => undefined)
  })
}

const size = 64

async function drawIcon(url: string, count: number): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('link[rel=icon]')
  if (!link) return
  if (count === 0) {
    link.href = url
    return
  }
  const image = new Image()
  image.src = url
  await image.decode().catch(() => undefined)
  const canvas = document.createElement('canvas')
  canvas.width = size
  canvas.height = size
  const pen = canvas.getContext('2d')
  if (!pen || count !== shown.peek()) return
  if (image.naturalWidth > 0) pen.drawImage(image, 0, 0, size, size)
  pen.fillStyle = '#c8322b'
  pen.beginPath()
  pen.arc(size - 21, 21, 21, 0, 2 * Math.PI)
  pen.fill()
  pen.fillStyle = '#fff'
  pen.font = `bold ${count > 9 ? 26 : 32}px system-ui, sans-serif`
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.fillText(count > 99 ? '∞' : String(count), size - 21, 23)
  link.href = canvas.toDataURL('image/png')
}
