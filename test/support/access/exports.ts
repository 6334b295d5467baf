// Calls of the access table about data exports.
import { fileStore } from '../../../src/file-store/file-store'
import { insertExport } from '../../../src/exports/repository'
import { dataExports } from '../../../src/exports/tables'
import { temporaryFile } from '../../../src/uploads/storing'
import { plain, type Calls } from './given'
import type { AccessWorld } from './world'

const fileName = 'export.tar.gz'

/** An archive that the owner has asked for, and how it is found. */
async function made(world: AccessWorld) {
  const { server, owner } = world
  const { organization } = server
  const key = `archive${world.next()}`
  const path = await temporaryFile(organization)
  await Bun.write(path, 'an archive')
  await fileStore(organization).keep(key, path)
  const { id } = await organization.write((tx) =>
    insertExport(tx, { userId: owner.id, kind: 1, startedAt: 0, fileName, fileKey: key, size: 10 }),
  )
  return { id, key }
}

export const exportCalls: Calls = {
  'GET /api/v1/export/realm': plain,
  'GET /api/v1/export/realm/consents': plain,
  // As if it were the first of the week, and none being made.
  'POST /api/v1/export/realm': async ({ server }) => {
    await server.server.settled()
    await server.organization.write((tx) => tx.orm.delete(dataExports).run())
    return { parameters: { export_type: 1 } }
  },
  'DELETE /api/v1/export/realm/:export_id': async (world) => ({
    path: { export_id: (await made(world)).id },
  }),
  'GET /exports/:realm_id/:key/:name': async (world) => ({
    path: { realm_id: 1, key: (await made(world)).key, name: fileName },
  }),
}
