// A picture that can be replaced by another, and taken away where there is one: of a person, of the organization.
import { useRef } from 'preact/hooks'
import { call } from '../../api/call'
import { sendFile } from '../../api/send-file'
import { Avatar } from '../../parts/avatar'
import { useUniqueId } from '../../parts/unique-id'
import { text } from '../../texts/text'
import { pictureTypes } from './file-field'
import { Row } from './row'
import { useSaving } from './saving'

interface Props {
  label: string
  hint: string
  url: string | null
  /** Whether it was uploaded, so that it can be taken away. */
  isOwn: boolean
  /** Where it is sent, and deleted. */
  path: string
  parameters?: Readonly<Record<string, string>>
  /** Whose it is, where it is a person's. */
  person?: { id: number; name: string }
  /** On dark ground, as it is meant to be seen. */
  isDark?: boolean
  refusal?: string | undefined
}

export function PictureRow({
  label,
  hint,
  url,
  isOwn,
  path,
  parameters = {},
  person,
  isDark = false,
  refusal,
}: Props) {
  const id = useUniqueId()
  const input = useRef<HTMLInputElement>(null)
  const { outcome, save } = useSaving()
  return (
    <Row id={id} label={label} hint={hint} outcome={outcome} refusal={refusal}>
      <div class="picture-row">
        {person ? (
          <Avatar id={person.id} name={person.name} url={url} size={64} />
        ) : (
          <img class={`picture ${isDark ? 'dark' : ''}`} src={url ?? ''} alt="" />
        )}
        <input
          ref={input}
          id={id}
          class="for-ears"
          type="file"
          accept={pictureTypes}
          disabled={refusal !== undefined}
          aria-describedby={`${id}-hint`}
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0]
            currentTarget.value = ''
            if (file) void save(() => sendFile(path, file, parameters))
          }}
        />
        {refusal === undefined && (
          <span class="picture-actions">
            <button
              type="button"
              class="button plain"
              aria-hidden="true"
              tabIndex={-1}
              onClick={() => input.current?.click()}
            >
              {text('settings.upload')}
            </button>
            {isOwn && (
              <button
                type="button"
                class="button plain"
                onClick={() => void save(() => call('DELETE', path, parameters))}
              >
                {text('settings.removePicture')}
              </button>
            )}
          </span>
        )}
      </div>
    </Row>
  )
}
