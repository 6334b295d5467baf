// Where new people start: default channels, and groups of them to choose from.
import type { ServerEvent } from './events'
import { changed } from './records'
import { isNumber, isNumbers, isText, listOf, orElse, shape, type Checked, type Fields } from './shapes'

const isDefaultGroup = shape({ id: isNumber, name: isText, description: isText, streams: isNumbers })
export type DefaultChannelGroup = Checked<typeof isDefaultGroup>

/** None for guests, who don't choose among them. */
export interface DefaultChannels {
  /** IDs. */
  readonly realm_default_streams: readonly number[]
  readonly realm_default_stream_groups: readonly DefaultChannelGroup[]
}

export function defaultChannelsFrom(register: Fields): DefaultChannels {
  return {
    realm_default_streams: orElse(isNumbers, register['realm_default_streams'], []),
    realm_default_stream_groups: listOf(isDefaultGroup, register['realm_default_stream_groups']),
  }
}

/** `default_streams`, `default_stream_groups`: all that there are now. */
export function defaultChannelsAfter(defaults: DefaultChannels, event: ServerEvent): DefaultChannels {
  const { type, default_streams: ids, default_stream_groups: groups } = event
  if (type === 'default_streams' && isNumbers(ids)) return changed(defaults, { realm_default_streams: ids })
  if (type === 'default_stream_groups')
    return changed(defaults, { realm_default_stream_groups: listOf(isDefaultGroup, groups) })
  return defaults
}
