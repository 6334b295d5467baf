// Routes of uploaded files: /user_uploads, beside the API where browsers load them.
import { Type } from '@sinclair/typebox'
import { attachmentUrl } from '../attachments/address'
import { canOpen } from '../attachments/access'
import { attachmentAt, type Attachment } from '../attachments/repository'
import { thumbnailFormat, thumbnailKey } from '../attachments/thumbnails'
import type { Api } from '../http/api'
import type { Organization } from '../organization/organization'
import type { User } from '../users/repository'
import { receiveUpload } from './receiving'
import { noSuchFile, serveContent } from './serving'
import { attachmentOfLink, temporaryUrl } from './temporary-links'

const path = Type.Object({ realm_id: Type.String(), key: Type.String(), name: Type.String() })

/** What browsers load: a page may have hundreds of them. */
const loaded = { besideApi: true, isFree: true } as const

export function uploadRoutes(api: Api): void {
  api.post(
    '/user_uploads',
    {
      summary: 'Upload a file',
      description: 'The body is multipart/form-data with one file, whatever its field is called.',
      rawBody: true,
    },
    async ({ organization, caller, request }) => {
      const { attachment, otherFields } = await receiveUpload(organization, caller, request)
      const url = attachmentUrl(attachment)
      const ignored = otherFields.length > 0 ? { ignored_parameters_unsupported: otherFields } : {}
      return { url, uri: url, filename: attachment.name, ...ignored }
    },
  )
  api.open.get(
    '/user_uploads/:realm_id/:key/:name',
    { summary: 'Get a link to a file that works without credentials for a minute', path },
    ({ organization, caller, path }) => ({
      url: temporaryUrl(organization, openable(organization, caller, path)),
    }),
  )
  for (const isDownload of [false, true]) {
    api.open.get(
      `/user_uploads${isDownload ? '/download' : ''}/:realm_id/:key/:name`,
      { summary: isDownload ? 'Save a file' : 'Get a file', path, ...loaded },
      ({ organization, caller, path, request }) =>
        served(organization, request, openable(organization, caller, path), isDownload),
    )
  }
  api.open.get(
    '/user_uploads/thumbnail/:realm_id/:key/:name/:format',
    {
      summary: 'Get a smaller one of a picture',
      path: Type.Object({ ...path.properties, format: Type.String() }),
      ...loaded,
    },
    ({ organization, caller, path, request }) => {
      const format = thumbnailFormat(path.format)
      const attachment = openable(organization, caller, path)
      const { key, name, pathName, isAnimated, previews } = attachment
      if (!format || previews !== 'ready' || (format.animated && !isAnimated)) throw noSuchFile()
      return serveContent(organization, request, {
        key: thumbnailKey(key, format.name),
        contentType: `image/${format.format}`,
        name: `${name}.${format.format}`,
        plainName: `${pathName}.${format.format}`,
        // Whether it may be seen is asked when a client loads it; it never becomes another picture.
        cacheControl: 'private, max-age=31536000, immutable',
      })
    },
  )
  api.open.get(
    '/user_uploads/temporary/:token/:name',
    {
      summary: 'Get a file by a link that works for a minute',
      path: Type.Object({ token: Type.String(), name: Type.String() }),
      credentials: [],
      ...loaded,
    },
    ({ organization, path: { token, name }, request }) => {
      const attachment = attachmentOfLink(organization, token)
      if (attachment?.pathName !== name) throw noSuchFile()
      return served(organization, request, attachment)
    },
  )
}

/** The file at an address, if it may be opened; else it is as if it were not there. */
function openable(
  organization: Organization,
  viewer: User | undefined,
  { realm_id, key, name }: { realm_id: string; key: string; name: string },
): Attachment {
  const attachment = attachmentAt(organization.db, `${realm_id}/${key}/${name}`)
  if (!attachment || !canOpen(organization, viewer, attachment)) throw noSuchFile()
  return attachment
}

function served(
  organization: Organization,
  request: Request,
  { key, contentType, name, pathName }: Attachment,
  isDownload = false,
): Promise<Response> {
  return serveContent(organization, request, { key, contentType, name, plainName: pathName, isDownload })
}
