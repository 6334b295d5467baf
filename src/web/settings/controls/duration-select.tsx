// A length of time: one of the usual ones, any other as a number of minutes, or no limit.
import { useState } from 'preact/hooks'
import { durationWords } from '../../texts/durations'
import { text } from '../../texts/text'

interface Props {
  id: string
  /** Seconds; null is no limit. */
  value: number | null
  presets: readonly number[]
  canBeUnlimited: boolean
  disabled: boolean
  'aria-describedby'?: string
  onChange(seconds: number | null): void
  /** What was typed is no length of time, and why. */
  onRefuse(message: string): void
}

export function DurationSelect({ value, presets, canBeUnlimited, onChange, onRefuse, ...rest }: Props) {
  const [isOther, setOther] = useState(false)
  const listed =
    value === null || presets.includes(value) ? presets : [...presets, value].sort((a, b) => a - b)
  return (
    <span class="duration">
      <select
        {...rest}
        class="input select"
        value={isOther ? 'other' : String(value)}
        onChange={({ currentTarget }) => {
          setOther(currentTarget.value === 'other')
          if (currentTarget.value === 'null') onChange(null)
          else if (currentTarget.value !== 'other') onChange(Number(currentTarget.value))
        }}
      >
        {listed.map((seconds) => (
          <option key={seconds} value={String(seconds)}>
            {durationWords(seconds)}
          </option>
        ))}
        {canBeUnlimited && <option value="null">{text('settings.unlimited')}</option>}
        <option value="other">{text('settings.otherDuration')}</option>
      </select>
      {isOther && (
        <input
          class="input short"
          type="number"
          min={1}
          required
          aria-label={text('settings.minutes')}
          placeholder={text('settings.minutes')}
          onChange={({ currentTarget }) => {
            if (!currentTarget.checkValidity()) return onRefuse(currentTarget.validationMessage)
            setOther(false)
            onChange(Math.round(currentTarget.valueAsNumber * 60))
          }}
        />
      )}
    </span>
  )
}
