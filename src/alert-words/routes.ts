// Routes of alert words: /users/me/alert_words.
import { Type } from '@sinclair/typebox'
import type { Api } from '../http/api'
import { longBody } from '../http/route'
import { addAlertWords, removeAlertWords } from './actions'
import { wordsOf } from './repository'

const path = '/users/me/alert_words'
const words = Type.Object({ alert_words: Type.Array(Type.String(), { maxItems: 1000 }) })

export function alertWordRoutes(api: Api): void {
  api.get(path, { summary: 'Get all alert words', bots: 'none' }, ({ organization, caller }) => ({
    alert_words: wordsOf(organization, caller.id),
  }))
  api.post(
    path,
    { summary: 'Add alert words', bots: 'none', maxBodyBytes: longBody, parameters: words },
    async ({ organization, caller, parameters }) => ({
      alert_words: await addAlertWords(organization, caller, parameters.alert_words),
    }),
  )
  api.delete(
    path,
    { summary: 'Remove alert words', bots: 'none', maxBodyBytes: longBody, parameters: words },
    async ({ organization, caller, parameters }) => ({
      alert_words: await removeAlertWords(organization, caller, parameters.alert_words),
    }),
  )
}
