// How the page looks, by the personal settings, and what this browser remembers of it: so it looks right before the server has answered.

/** The personal settings that change the look of everything, by their names. */
export interface Appearance {
  /** 1 as the system, 2 dark, 3 light. */
  color_scheme: number
  high_contrast_mode: boolean
  web_font_size_px: number
  web_line_height_percent: number
  default_language: string
}

/** Under which this browser keeps it: all that stays when somebody logs out. */
export const appearanceKey = 'appearance'
const usualSize = 16

export function showAppearance(appearance: Appearance): void {
  const { dataset, style } = document.documentElement
  const theme = themes[appearance.color_scheme]
  if (theme) dataset['theme'] = theme
  else delete dataset['theme']
  if (appearance.high_contrast_mode) dataset['contrast'] = 'more'
  else delete dataset['contrast']
  // A share of what the browser is set to, so that whoever wants all pages larger has this one larger, too.
  style.fontSize = `${String((100 * appearance.web_font_size_px) / usualSize)}%`
  style.setProperty('--leading', String(appearance.web_line_height_percent / 100))
}

const themes: Readonly<Record<number, string>> = { 2: 'dark', 3: 'light' }

export function remember(appearance: Appearance): void {
  try {
    localStorage.setItem(appearanceKey, JSON.stringify(appearance))
  } catch {
    // A browser that keeps nothing shows the usual look for a moment.
  }
}

/** What was remembered last; undefined on a first visit, or where it can't be read. */
export function rememberedAppearance(): Appearance | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(appearanceKey) ?? 'null')
    return isAppearance(stored) ? stored : undefined
  } catch {
    return undefined
  }
}

function isAppearance(value: unknown): value is Appearance {
  if (typeof value !== 'object' || value === null) return false
  return (
    'color_scheme' in value &&
    typeof value.color_scheme === 'number' &&
    'high_contrast_mode' in value &&
    typeof value.high_contrast_mode === 'boolean' &&
    'web_font_size_px' in value &&
    typeof value.web_font_size_px === 'number' &&
    'web_line_height_percent' in value &&
    typeof value.web_line_height_percent === 'number' &&
    'default_language' in value &&
    typeof value.default_language === 'string'
  )
}
