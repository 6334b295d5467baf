// How channels may be called and described, and the colours they are given.
import { Type } from '@sinclair/typebox'
import { badRequest, invalidParameter } from '../http/errors'
import { fault } from '../http/faults'
import { isLongerThan } from '../http/text-length'
import { trimmed } from '../http/visible-text'
import type { Organization } from '../organization/organization'
import { channelDirectory, channelNameKey, type Channel, type Subscription } from './repository'

/** In code points; and how many people are told at most that somebody subscribed them. */
export const limits = { name: 60, description: 1024, bulkNotices: 100 } as const

/** How many channels one call may name. */
export const mostNamed = 1000

/** Channels as a call names them. */
export const ChannelNames = Type.Array(Type.String({ maxLength: 1000 }), { maxItems: mostNamed })

/**
 * A channel's name as it is stored.
 * @param parameter the one it came in, as errors name it.
 * @throws ApiError REQUEST_VARIABLE_INVALID
 */
export function checkedName(parameter: string, name: string): string {
  const clean = trimmed(name.normalize('NFC'))
  if (clean === '') throw invalidParameter(parameter, `${parameter}: channel name can't be empty`)
  if (isLongerThan(clean, limits.name)) {
    throw invalidParameter(
      parameter,
      `${parameter}: channel name too long (limit: ${limits.name} characters)`,
      fault('channelNameTooLong', limits.name),
    )
  }
  if (/[\p{Cc}\p{Cs}\p{Cn}\p{Zl}\p{Zp}]/u.test(clean)) {
    throw invalidParameter(
      parameter,
      `${parameter}: invalid character in channel name`,
      fault('channelNameCharacters'),
    )
  }
  return clean
}

/** @throws ApiError BAD_REQUEST if another channel is called the same but for case. */
export function assertNameFree(organization: Organization, name: string, channel?: Channel): void {
  const holder = channelDirectory(organization).byNameKey.get(channelNameKey(name))
  if (holder && holder.id !== channel?.id) throw badRequest(`Channel name '${name}' is already in use`)
}

/** A description as it is stored, in one line. @throws ApiError REQUEST_VARIABLE_INVALID if it is too long. */
export function checkedDescription(parameter: string, description: string): string {
  const clean = trimmed(description.normalize('NFC').replaceAll(/\s*[\r\n]+\s*/g, ' '))
  if (isLongerThan(clean, limits.description)) {
    throw invalidParameter(
      parameter,
      `${parameter}: channel description too long (limit: ${limits.description} characters)`,
    )
  }
  return clean
}

/** Colours that channels are given, in the order in which a person's channels take them. */
const palette = [
  '#76ce90',
  '#e79ab5',
  '#5fa8d3',
  '#f2b134',
  '#a98bd9',
  '#e06c53',
  '#4db6ac',
  '#c0ca33',
  '#8d9db6',
  '#d98cc6',
  '#7986cb',
  '#b98b6b',
  '#66bb6a',
  '#f48fb1',
  '#4fc3f7',
  '#ffcc80',
  '#9575cd',
  '#ff8a65',
  '#26a69a',
  '#dce775',
  '#90a4ae',
  '#ba68c8',
  '#5c6bc0',
  '#a1887f',
] as const

/** Chooses colours for a person's new channels, by those that their channels have. */
export class ColorChooser {
  readonly #taken = new Set<string>()
  #count = 0

  constructor(own: Iterable<Subscription>) {
    for (const { color, isActive } of own) if (isActive) this.take(color)
  }

  take(color: string): void {
    this.#taken.add(color)
    this.#count++
  }

  /** The first colour that none of the channels has; when all are taken, they go round again. */
  next(): string {
    const free = palette.find((color) => !this.#taken.has(color))
    return free ?? palette[this.#count % palette.length] ?? palette[0]
  }
}

/** A colour as clients write it, `#rgb` or `#rrggbb`. @throws ApiError REQUEST_VARIABLE_INVALID */
export function checkedColor(parameter: string, color: string): string {
  if (!/^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(color)) {
    throw invalidParameter(parameter, `${parameter}: color is not a valid hex color code`)
  }
  return color.toLowerCase()
}
