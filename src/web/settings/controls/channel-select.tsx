// A channel of the organization, or none.
import { state } from '../../live/state'
import { text } from '../../texts/text'

interface Props {
  id: string
  /** -1 is none. */
  value: number
  /** Private channels alone, or all. */
  isPrivate: boolean
  disabled: boolean
  'aria-describedby'?: string
  onChange(id: number): void
}

export function ChannelSelect({ value, isPrivate, onChange, ...rest }: Props) {
  const channels = [...state().channels.values()]
    .filter(({ is_archived, invite_only }) => !is_archived && (!isPrivate || invite_only))
    .sort((a, b) => a.name.localeCompare(b.name))
  const isUnknown = value !== -1 && !channels.some(({ stream_id }) => stream_id === value)
  return (
    <select
      {...rest}
      class="input select"
      value={String(value)}
      onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
    >
      <option value="-1">{text('settings.noChannel')}</option>
      {isUnknown && <option value={String(value)}>{text('settings.hiddenChannel')}</option>}
      {channels.map(({ stream_id, name }) => (
        <option key={stream_id} value={String(stream_id)}>
          {name}
        </option>
      ))}
    </select>
  )
}
