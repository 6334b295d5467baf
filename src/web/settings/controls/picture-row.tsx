// A picture that can be replaced by another, and taken away where there is one: of a person, of the organization.
import { call } from '../../api/call'
import { sendFile } from '../../api/send-file'
import { Avatar } from '../../parts/avatar'
import { useUniqueId } from '../../parts/unique-id'
import { text } from '../../texts/text'
import { FileChoice } from './file-field'
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
  const { outcome, save } = useSaving()
  return (
    <Row id={id} label={label} hint={hint} outcome={outcome} refusal={refusal}>
      <div class="picture-row">
        {person ? (
          <Avatar id={person.id} name={person.name} url={url} size={64} />
        ) : (
          <img class={`picture ${isDark ? 'dark' : ''}`} src={url ?? ''} alt="" />
        )}
        <span class="picture-actions">
          <FileChoice
            id={id}
            words={text('settings.upload')}
            isDisabled={refusal !== undefined}
            describedBy={`${id}-hint`}
            onChoose={(file) => file && void save(() => sendFile(path, file, parameters))}
          />
          {refusal === undefined && isOwn && (
            <button
              type="button"
              class="button plain"
              onClick={() => void save(() => call('DELETE', path, parameters))}
            >
              {text('settings.removePicture')}
            </button>
          )}
        </span>
      </div>
    </Row>
  )
}
