// Choosing several channels, by name.
import { state } from '../live/state'
import { Chooser } from '../settings/controls/chooser'
import { fits } from '../settings/controls/list'
import type { Channel } from '../store/channels'
import { text } from '../texts/text'

interface Props {
  id: string
  chosen: readonly number[]
  /** All but archived ones, if not said. */
  isOffered?(channel: Channel): boolean
  onChange(ids: readonly number[]): void
}

export function ChannelChooser({ id, chosen, isOffered = () => true, onChange }: Props) {
  const { channels } = state()
  const options = [...channels.values()]
    .filter((channel) => !channel.is_archived && isOffered(channel))
    .sort((a, b) => a.name.localeCompare(b.name))
    .map(({ stream_id, name }) => ({ key: String(stream_id), label: name }))
  return (
    <Chooser
      id={id}
      find={(query) => options.filter(({ label }) => fits(query, label)).slice(0, 20)}
      chosen={chosen.map((each) => ({
        key: String(each),
        label: channels.get(each)?.name ?? text('settings.hiddenChannel'),
      }))}
      placeholder={text('settings.addChannel')}
      onChange={(keys) => onChange(keys.map(Number))}
    />
  )
}
