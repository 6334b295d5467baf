// Pictures as clients show them: without credentials, as browsers load them.
import { Type } from '@sinclair/typebox'
import type { Api } from '../http/api'
import { ApiError } from '../http/errors'
import { patternOf } from '../images/pattern'
import type { Organization } from '../organization/organization'
import { drawnPicturesPath, picturePaths, type PictureKind } from '../organization/picture-urls'
import { isPicture } from './repository'
import { pictureFile } from './storing'

const path = Type.Object({ name: Type.String() })

export function pictureRoutes(api: Api): void {
  api.open.get(
    `${drawnPicturesPath}/:name`,
    {
      summary: 'Get the picture of somebody who has given themselves none',
      path,
      credentials: [],
      besideApi: true,
      isFree: true,
      worksWhenDeactivated: true,
    },
    ({ path: { name } }) => drawnPicture(name),
  )
  for (const kind of ['emoji', 'organization', 'person'] as const) {
    api.open.get(
      `${picturePaths[kind]}/:name`,
      {
        summary: summaries[kind],
        path,
        credentials: [],
        besideApi: true,
        isFree: true,
        worksWhenDeactivated: true,
      },
      ({ organization, path: { name }, request }) => servePicture(organization, kind, name, request),
    )
  }
}

const summaries: Readonly<Record<PictureKind, string>> = {
  emoji: 'Get the picture of a custom emoji',
  organization: 'Get the icon or a logo of the organization',
  person: "Get a person's picture",
}

/** Another picture has another name: whoever has this one need not ask again. */
export const keptForEver = 'public, max-age=31536000, immutable'

/** It is the same for an ID at any time, whether or not there is such a person. */
function drawnPicture(name: string): Response {
  const [, id, medium] = /^(\d{1,15})(-medium)?\.png$/.exec(name) ?? []
  if (id === undefined) throw nothingThere()
  const headers = { 'content-type': typeOf(name), 'cache-control': keptForEver }
  return new Response(patternOf(Number(id), medium === undefined ? 100 : 500), { headers })
}

/** Only what the table knows is looked for on disk. */
async function servePicture(
  organization: Organization,
  kind: PictureKind,
  name: string,
  request: Request,
): Promise<Response> {
  if (!isPicture(organization.db, kind, name)) throw nothingThere()
  const file = Bun.file(pictureFile(organization, name))
  if (!(await file.exists())) throw nothingThere()
  const etag = `"${name}"`
  const headers = { etag, 'cache-control': keptForEver }
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers })
  return new Response(file, { headers: { ...headers, 'content-type': typeOf(name) } })
}

function typeOf(name: string): string {
  return name.endsWith('.webp') ? 'image/webp' : 'image/png'
}

function nothingThere(): ApiError<'NOT_FOUND'> {
  return new ApiError('NOT_FOUND', 'There is no such picture', {})
}
