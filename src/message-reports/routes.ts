// Routes of reports: /messages/{message_id}/report.
import { Type } from '@sinclair/typebox'
import type { Api } from '../http/api'
import { Id } from '../http/parameters'
import { reportMessage } from './actions'

const report = Type.Object({
  report_type: Type.Union([
    Type.Literal('spam'),
    Type.Literal('harassment'),
    Type.Literal('inappropriate'),
    Type.Literal('norms'),
    Type.Literal('other'),
  ]),
  description: Type.String({ default: '' }),
})

export function messageReportRoutes(api: Api): void {
  api.post(
    '/messages/:message_id/report',
    {
      summary: 'Report a message to the moderators',
      path: Type.Object({ message_id: Id() }),
      parameters: report,
    },
    ({ organization, caller, path, parameters }) =>
      reportMessage(organization, caller, path.message_id, {
        reason: parameters.report_type,
        description: parameters.description,
      }),
  )
}
