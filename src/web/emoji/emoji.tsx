// One emoji: the system's own character, or the picture of a custom one.
import { state } from '../live/state'

interface Props {
  name: string
  /** Hexadecimal code points with dashes, or the ID of a custom emoji. */
  code: string
  /** `unicode_emoji`, `realm_emoji` or the extra ones of the server. */
  type: string
}

export function Emoji({ name, code, type }: Props) {
  if (type === 'unicode_emoji') return <span class="emoji">{characterOf(code)}</span>
  const picture = pictureOf(code, type)
  return picture === undefined ? <span>:{name}:</span> : <img class="emoji" src={picture} alt={`:${name}:`} />
}

/** The text that a code such as `1f1e9-1f1ea` stands for; nothing if it is no code. */
export function characterOf(code: string): string {
  const points = code.split('-').map((point) => Number.parseInt(point, 16))
  return points.every((point) => point > 0 && point <= 0x10ffff) ? String.fromCodePoint(...points) : ''
}

function pictureOf(code: string, type: string): string | undefined {
  return type === 'realm_emoji' ? state().emoji[code]?.source_url : extraPictures[code]
}

/** Of the one emoji that the server itself brings, by code. */
const extraPictures: Readonly<Record<string, string>> = { confab: '/static/emoji/confab.png' }
