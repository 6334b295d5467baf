// What the window's title says of the view; how much is unread is put before it (notifying/badge.ts).
import { signal } from '@preact/signals'

export const windowTitle = signal('Confab')
