// Routes of alert words: /users/me/alert_words.
import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { Api } from '../http/api'
import { addAlertWords, removeAlertWords } from './actions'
import { wordsOf } from './repository'

const path = '/users/me/alert_words'
const words = Type.Object({ alert_words: Type.Array(Type.String(), { maxItems: 1000 }) })

export const alertWordRoutes = (api: Api) =>
  new Elysia({ name: 'alert-words' })
    .get(
      path,
      ...api.call({ summary: 'Get all alert words' }, ({ organization, caller }) => ({
        alert_words: wordsOf(organization, caller.id),
      })),
    )
    .post(
      path,
      ...api.call(
        { summary: 'Add alert words', parameters: words },
        async ({ organization, caller, parameters }) => ({
          alert_words: await addAlertWords(organization, caller, parameters.alert_words),
        }),
      ),
    )
    .delete(
      path,
      ...api.call(
        { summary: 'Remove alert words', parameters: words },
        async ({ organization, caller, parameters }) => ({
          alert_words: await removeAlertWords(organization, caller, parameters.alert_words),
        }),
      ),
    )
