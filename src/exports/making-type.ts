// The job that makes an archive, for those who queue it.
import { Type } from '@sinclair/typebox'

export const makingType = { name: 'make-export', payload: Type.Object({ id: Type.Integer() }) }

/** Of an organization's archives, one is made at a time. */
export const onlyOne = 'one'

/** Why an archive failed whose job was dropped or ended. */
export const dropJobOf = 'Its job ended'
