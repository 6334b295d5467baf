// Routes of alert words: /users/me/alert_words.
import { Type } from '@sinclair/typebox'
import type { Api } from '../http/api'
import { addAlertWords, removeAlertWords } from './actions'
import { wordsOf } from './repository'

const path = '/users/me/alert_words'
const words = Type.Object({ alert_words: Type.Array(Type.String(), { maxItems: 1000 }) })

export function alertWordRoutes(api: Api): void {
  api.get(path, { summary: 'Get all alert words' }, ({ organization, caller }) => ({
    alert_words: wordsOf(organization, caller.id),
  }))
  api.post(
    path,
    { summary: 'Add alert words', parameters: words },
    async ({ organization, caller, parameters }) => ({
      alert_words: await addAlertWords(organization, caller, parameters.alert_words),
    }),
  )
  api.delete(
    path,
    { summary: 'Remove alert words', parameters: words },
    async ({ organization, caller, parameters }) => ({
      alert_words: await removeAlertWords(organization, caller, parameters.alert_words),
    }),
  )
}
