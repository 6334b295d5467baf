// How found GIFs look to a client.

export interface Gif {
  /** What it shows, in GIPHY's words; may be empty. */
  readonly title: string
  /** What a message links to. */
  readonly url: string
  /** A small one, at an address of this server. */
  readonly preview: string
  /** Of the preview, in pixels. */
  readonly width: number
  readonly height: number
}

export interface FoundGifs {
  readonly gifs: readonly Gif[]
  /** The offset of those after them; null at the end. */
  readonly next: number | null
}

export function gifsAnswer({ gifs, next }: FoundGifs) {
  return {
    gifs: gifs.map(({ title, url, preview, width, height }) => ({
      title,
      url,
      preview_url: preview,
      width,
      height,
    })),
    next_offset: next,
  }
}
