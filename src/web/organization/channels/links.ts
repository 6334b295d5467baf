// Addresses of channels' settings, as the protocol's clients write them.
import { encodeHash } from '../../addresses/hash'
import type { Channel } from '../../store/channels'

export function channelSettingsLink(
  { stream_id, name }: Pick<Channel, 'stream_id' | 'name'>,
  tab = 'general',
): string {
  return `#channels/${String(stream_id)}/${encodeHash(name.replaceAll(' ', '-'))}/${tab}`
}
