// The channels of the left side, as sections: pinned ones, a section for each folder, the rest. Without DOM.
import type { ChannelFolder } from '../store/channel-folders'
import type { Channel } from '../store/channels'
import { subscribedChannels } from '../store/listings'
import type { State } from '../store/state'

export interface ChannelSection {
  /** Different for each, and the same at each visit. */
  key: string
  /** The folder's; the texts name the others. */
  kind: 'pinned' | 'folder' | 'rest'
  name: string | undefined
  /** Channel IDs by name, muted ones at the end. */
  active: readonly number[]
  /** Of those in which nothing has happened for long: they hide behind a fold. */
  inactive: readonly number[]
}

/** From how many channels on `demote_inactive_streams` hides what is inactive by itself. */
const many = 30

/** The sections with channels in them: pinned, then folders in their order, then the rest. */
export function channelSections(state: State): ChannelSection[] {
  const channels = subscribedChannels(state).filter((channel) => !channel.is_archived)
  const { subscriptions, channelFolders } = state
  const hides = hidesInactive(state, channels.length)
  const section = (
    kind: ChannelSection['kind'],
    key: string,
    name: string | undefined,
    those: readonly Channel[],
  ): ChannelSection => {
    const isHidden = (channel: Channel): boolean => hides && kind !== 'pinned' && !channel.is_recently_active
    const isMuted = (channel: Channel): number => Number(subscriptions.get(channel.stream_id)?.is_muted)
    const sorted = [...those].sort((a, b) => isMuted(a) - isMuted(b))
    return {
      key,
      kind,
      name,
      active: sorted.filter((each) => !isHidden(each)).map((each) => each.stream_id),
      inactive: sorted.filter(isHidden).map((each) => each.stream_id),
    }
  }
  const pinned = channels.filter(({ stream_id: id }) => subscriptions.get(id)?.pin_to_top)
  const others = channels.filter(({ stream_id: id }) => !subscriptions.get(id)?.pin_to_top)
  const folders = channelFolders.filter((folder) => !folder.is_archived)
  const foldered = new Set(folders.map(({ id }) => id))
  const isIn =
    ({ id }: ChannelFolder) =>
    (channel: Channel) =>
      channel.folder_id === id
  return [
    section('pinned', 'pinned', undefined, pinned),
    ...folders.map((folder) =>
      section('folder', `folder-${folder.id}`, folder.name, others.filter(isIn(folder))),
    ),
    section(
      'rest',
      'rest',
      undefined,
      others.filter(({ folder_id: id }) => id === null || !foldered.has(id)),
    ),
  ].filter(({ active, inactive }) => active.length + inactive.length > 0)
}

function hidesInactive({ userSettings }: State, subscribed: number): boolean {
  const { demote_inactive_streams: policy } = userSettings
  return policy === 2 || (policy === 1 && subscribed >= many)
}

/** All channels of the sections in the order in which they stand, for going from one to the next. */
export function channelsInOrder(sections: readonly ChannelSection[]): number[] {
  return sections.flatMap(({ active, inactive }) => [...active, ...inactive])
}
