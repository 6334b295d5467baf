// Routes of the organization's pictures: /realm/icon, /realm/logo (notes: calls beside `reference/`).
import { Type } from '@sinclair/typebox'
import type { Api } from '../http/api'
import { UploadedFile } from '../http/parameters'
import type { PictureRole } from '../organization/own-pictures'
import { organizationPictureUrl } from '../organization-settings/pictures'
import { maxPictureBody } from '../pictures/limits'
import { removePicture, replacePicture } from './pictures'

const night = Type.Optional(Type.Boolean({ description: 'Whether the logo for dark surroundings is meant' }))
const description = 'The file may have any field name; PNG, JPEG, GIF or WebP, of up to 5 MiB.'

export function organizationPictureRoutes(api: Api): void {
  api.open.get(
    '/realm/icon',
    { summary: "Go to the organization's icon", credentials: [], worksWhenDeactivated: true },
    ({ organization }) => redirect(organizationPictureUrl(organization, 'icon')),
  )
  api.post(
    '/realm/icon',
    {
      summary: "Replace the organization's icon",
      description,
      maxBodyBytes: maxPictureBody,
      parameters: Type.Object({ filename: UploadedFile }),
    },
    async ({ organization, caller, parameters }) => ({
      icon_url: await replacePicture(organization, caller, 'icon', parameters.filename),
    }),
  )
  api.delete(
    '/realm/icon',
    { summary: "Go back to the server's icon" },
    async ({ organization, caller }) => ({ icon_url: await removePicture(organization, caller, 'icon') }),
  )
  api.open.get(
    '/realm/logo',
    {
      summary: "Go to the organization's logo",
      credentials: [],
      worksWhenDeactivated: true,
      parameters: Type.Object({ night }),
    },
    ({ organization, parameters }) => redirect(organizationPictureUrl(organization, logo(parameters))),
  )
  api.post(
    '/realm/logo',
    {
      summary: "Replace the organization's logo",
      description,
      maxBodyBytes: maxPictureBody,
      parameters: Type.Object({ filename: UploadedFile, night }),
    },
    async ({ organization, caller, parameters }) => ({
      logo_url: await replacePicture(organization, caller, logo(parameters), parameters.filename),
    }),
  )
  api.delete(
    '/realm/logo',
    { summary: "Go back to the server's logo", parameters: Type.Object({ night }) },
    async ({ organization, caller, parameters }) => ({
      logo_url: await removePicture(organization, caller, logo(parameters)),
    }),
  )
}

function logo({ night = false }: { night?: boolean }): PictureRole {
  return night ? 'night_logo' : 'logo'
}

/** Another picture may be there the next time. */
function redirect(location: string): Response {
  return new Response(null, { status: 302, headers: { location } })
}
