// The pictures of what topics and channels can be, the same in lists, headings and menus.
import { Bell, BellOff, Check, type LucideIcon } from 'lucide-preact'

/** Whoever follows a topic is told of it. */
export const followedSign: LucideIcon = Bell
export const mutedSign: LucideIcon = BellOff
export const resolvedSign: LucideIcon = Check
