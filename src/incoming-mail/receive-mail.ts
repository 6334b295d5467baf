// The job that posts a mail.
import { Type } from '@sinclair/typebox'
import { Recipient } from './recipients'

/** Its key is the name of the file with the mail. */
export const receiveMail = {
  name: 'receive-mail',
  payload: Type.Object({ file: Type.String(), recipient: Recipient }),
}
