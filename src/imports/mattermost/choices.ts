// What people have chosen in Mattermost, as its bulk export has it: favourite and muted channels, how things look, a status.
import type { Payload } from '../../incoming-webhooks/payload'
import type { SourceChoices } from '../source'

export function choicesOf(user: Payload): SourceChoices {
  const status = user.at('custom_status')
  const text = status.text('text')
  return {
    personId: user.text('username').toLowerCase(),
    settings: {
      ...(user.has('locale') ? { default_language: user.text('locale') } : {}),
      // Truth values of preferences are written as texts there.
      ...(user.has('use_military_time')
        ? { twenty_four_hour_time: user.text('use_military_time') === 'true' }
        : {}),
    },
    channels: user.list('teams').flatMap((team) =>
      team.list('channels').flatMap((channel) => {
        const channelId = `${team.text('name')}:${channel.text('name')}`
        const isMuted = channel.text('notify_props', 'mark_unread') === 'mention'
        return [
          ...(channel.is('favorite') ? [{ channelId, property: 'pin_to_top' as const, value: true }] : []),
          ...(isMuted ? [{ channelId, property: 'is_muted' as const, value: true }] : []),
        ]
      }),
    ),
    ...(text === '' ? {} : { status: { text, emoji: status.text('emoji') } }),
  }
}
