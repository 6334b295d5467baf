// The pictures of the demo, which the executable carries. All of them were drawn for Confab, and have its licence.
import crumb from './pictures/crumb.webp' with { type: 'file' }
import emil from './pictures/emil.png' with { type: 'file' }
import hana from './pictures/hana.png' with { type: 'file' }
import icon from './pictures/icon.png' with { type: 'file' }
import jonas from './pictures/jonas.png' with { type: 'file' }
import mara from './pictures/mara.png' with { type: 'file' }
import oven2 from './pictures/oven-2.webp' with { type: 'file' }
import ovenWatch from './pictures/oven-watch.png' with { type: 'file' }
import priya from './pictures/priya.png' with { type: 'file' }
import shopWindow from './pictures/shop-window.webp' with { type: 'file' }
import starter from './pictures/starter.png' with { type: 'file' }
import stollenLabel from './pictures/stollen-label.webp' with { type: 'file' }
import tomas from './pictures/tomas.png' with { type: 'file' }

export const avatars = { mara, jonas, priya, tomas, hana, emil, ovenWatch } as const
export const organizationIcon = icon
export const starterEmoji = starter

/** What people upload, by the names that they give it. */
export const uploads = {
  'crumb.webp': crumb,
  'oven-2.webp': oven2,
  'shop-window.webp': shopWindow,
  'stollen-label.webp': stollenLabel,
} as const
