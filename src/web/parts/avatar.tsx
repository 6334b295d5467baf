// The picture of a person; their initials, in a colour of their own, where there is none or it can't be had.
import { useState } from 'preact/hooks'

interface Props {
  id: number
  name: string
  /** Pictures that other sites serve are not asked for: nothing here tells them who reads. */
  url: string | null | undefined
  /** Edge in CSS pixels. */
  size?: number
  presence?: 'active' | 'idle' | 'offline' | undefined
}

export function Avatar({ id, name, url, size = 36, presence }: Props) {
  const [failed, setFailed] = useState<string>()
  const own = url?.startsWith('/') && !url.startsWith('//') ? url : undefined
  return (
    <span
      class="avatar"
      style={{ '--size': `${size}px`, '--hue': String((id * 67) % 360) }}
      aria-hidden="true"
    >
      {own !== undefined && failed !== own ? (
        <img src={own} alt="" width={size} height={size} loading="lazy" onError={() => setFailed(own)} />
      ) : (
        <span class="initials">{initials(name)}</span>
      )}
      {presence !== undefined && presence !== 'offline' && <span class={`presence ${presence}`} />}
    </span>
  )
}

/** Of the first and the last word. */
export function initials(name: string): string {
  const words = name.split(/[\s()]+/u).filter((word) => /\p{L}|\p{N}/u.test(word))
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words.slice(0, 1)
  return ends.map((word = '') => firstLetter(word)).join('')
}

function firstLetter(word: string): string {
  return (/[\p{L}\p{N}]/u.exec(word)?.[0] ?? '').toLocaleUpperCase()
}
