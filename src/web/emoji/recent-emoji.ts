// The emoji that somebody has chosen last, on this device.
import { isTexts } from '../store/shapes'

const key = 'recent-emoji'
const kept = 24

/** What stands there before anybody has chosen. */
const usual = [
  '+1',
  'tada',
  'smile',
  'heart',
  'working_on_it',
  'octopus',
  'laughing',
  'eyes',
  'check',
  'thinking',
]

/** Names, the newest first. */
export function recentEmoji(): readonly string[] {
  const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
  const recent = isTexts(stored) ? stored : []
  return [...new Set([...recent, ...usual])].slice(0, kept)
}

export function rememberEmoji(name: string): void {
  const recent = [name, ...recentEmoji().filter((each) => each !== name)].slice(0, kept)
  localStorage.setItem(key, JSON.stringify(recent))
}
