// One's own uploaded files, once they were fetched, and the space that everybody's files take.
import type { ServerEvent } from './events'
import { IdMap } from './id-map'
import { changed } from './records'
import { isFields, isNumber, isText, list, listOf, orElse, shape, type Checked, type Fields } from './shapes'

const isAttachment = shape({
  id: isNumber,
  name: isText,
  path_id: isText,
  /** Bytes. */
  size: isNumber,
  /** Milliseconds. */
  create_time: isNumber,
  messages: list(shape({ id: isNumber, date_sent: isNumber })),
})
export type Attachment = Checked<typeof isAttachment>

export interface Attachments {
  /** Bytes; as it was when this person was last told. */
  readonly upload_space_used: number
  /** Undefined before they were fetched. */
  readonly files: IdMap<Attachment> | undefined
}

export function attachmentsFrom(register: Fields): Attachments {
  return { upload_space_used: orElse(isNumber, register['upload_space_used'], 0), files: undefined }
}

/** With what `GET /attachments` answered. */
export function attachmentsWith(attachments: Attachments, answer: Fields): Attachments {
  const { upload_space_used } = attachments
  return {
    upload_space_used: orElse(isNumber, answer['upload_space_used'], upload_space_used),
    files: IdMap.by(listOf(isAttachment, answer['attachments']), ({ id }) => id),
  }
}

/** `attachment`: `add`, `update`, `remove`. */
export function attachmentsAfter(attachments: Attachments, event: ServerEvent): Attachments {
  if (event.type !== 'attachment') return attachments
  const { op, attachment, upload_space_used: space } = event
  const used = isNumber(space) ? space : attachments.upload_space_used
  return changed(attachments, {
    upload_space_used: used,
    files: filesAfter(attachments.files, op, attachment),
  })
}

function filesAfter(
  files: IdMap<Attachment> | undefined,
  op: unknown,
  said: unknown,
): IdMap<Attachment> | undefined {
  if (!files || !isFields(said) || !isNumber(said['id'])) return files
  if (op === 'remove') return files.without(said['id'])
  return isAttachment(said) ? files.with(said.id, said) : files
}
