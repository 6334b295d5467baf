// Routes of data exports: /export/realm, and the archives themselves beside the API, where browsers load them.
import { Type } from '@sinclair/typebox'
import { Id } from '../http/parameters'
import type { Api } from '../http/api'
import { assertAdministrator } from '../http/roles'
import { realmId } from '../organization/organization'
import { noSuchFile, serveContent } from '../uploads/serving'
import { exportConsents } from '../user-settings/export-consents'
import { isAdministrator } from '../users/rank'
import { deleteExport, requestExport } from './actions'
import { allExports } from './repository'
import { exportObjects } from './wire'

const kind = Type.Union([Type.Literal(1), Type.Literal(2)], {
  default: 1,
  description: '1 what is public, 2 also what those see who have consented to it',
})

export function exportRoutes(api: Api): void {
  api.get(
    '/export/realm',
    {
      summary: 'Get all data exports',
      description: 'Beside what the protocol knows, one that is being made has `progress`, from 0 to 1.',
      bots: 'none',
    },
    ({ organization, caller }) => {
      assertAdministrator(caller)
      return { exports: exportObjects(organization) }
    },
  )
  api.post(
    '/export/realm',
    { summary: 'Create a data export', bots: 'none', parameters: Type.Object({ export_type: kind }) },
    async ({ organization, caller, parameters }) => ({
      id: (await requestExport(organization, caller, parameters.export_type)).id,
    }),
  )
  api.get(
    '/export/realm/consents',
    { summary: 'Get who has consented to the export of private data', bots: 'none' },
    ({ organization, caller }) => {
      assertAdministrator(caller)
      return {
        export_consents: exportConsents(organization).map(({ userId, hasConsented }) => ({
          user_id: userId,
          consented: hasConsented,
        })),
      }
    },
  )
  api.delete(
    '/export/realm/:export_id',
    { summary: 'Delete a data export', bots: 'none', path: Type.Object({ export_id: Id() }) },
    ({ organization, caller, path }) => deleteExport(organization, caller, path.export_id),
  )
  api.open.get(
    '/exports/:realm_id/:key/:name',
    {
      summary: 'Save the archive of a data export',
      path: Type.Object({ realm_id: Type.String(), key: Type.String(), name: Type.String() }),
      besideApi: true,
      isFree: true,
    },
    ({ organization, caller, path: { realm_id, key, name }, request }) => {
      const made = allExports(organization.db).find(
        (each) =>
          each.fileKey === key && each.fileName === name && each.size !== null && each.deletedAt === null,
      )
      const isTheirs = caller !== undefined && isAdministrator(caller) && caller.botType === null
      if (!made || !isTheirs || realm_id !== String(realmId)) throw noSuchFile()
      return serveContent(organization, request, {
        key,
        contentType: 'application/gzip',
        name,
        plainName: name,
        isDownload: true,
      })
    },
  )
}
