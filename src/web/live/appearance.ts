// Keeps the look of the page and its language in step with the personal settings, wherever they are changed.
import { effect } from '@preact/signals'
import { useLanguage } from '../texts/text'
import { remember, showAppearance } from './remembered-appearance'
import { isLoaded, state } from './state'

/** @returns ends it */
export function followAppearance(): () => void {
  return effect(() => {
    if (!isLoaded.value) return
    const settings = state().userSettings
    const { color_scheme, high_contrast_mode, web_font_size_px, web_line_height_percent } = settings
    const { default_language } = settings
    const appearance = {
      color_scheme,
      high_contrast_mode,
      web_font_size_px,
      web_line_height_percent,
      default_language,
    }
    showAppearance(appearance)
    remember(appearance)
    void useLanguage(default_language)
  })
}
