// What `confab organization export` and `import` have done by whoever holds the data folder: the rest they do by themselves.
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Type } from '@sinclair/typebox'
import { record } from '../audit-log/recording'
import { draftFolder } from '../export-archive/draft-folder'
import { badRequest } from '../http/errors'
import { copyDatabase } from '../organization/database-copy'
import { isValidSubdomain } from '../organization/organizations'
import { settings } from '../organization/settings'
import { directory } from '../users/repository'
import { chosen, operation, Subdomain } from './operation'

const copyPrefix = '.export-'
/** A copy that nobody has removed by then was left by a command that was killed. In milliseconds. */
const leftOverAfter = 24 * 3600 * 1000

/** Copies an organization's database, for an archive to be made of it. Whoever asks removes the folder of the copy. */
export const copyOrganization = operation(
  'organization/copy',
  Type.Object({ subdomain: Subdomain, with_credentials: Type.Boolean() }),
  Type.Object({
    organization: Type.String(),
    name: Type.String(),
    folder: Type.String(),
    copy: Type.String(),
    /** Where files are kept, if not in the folder. */
    bucket: Type.Union([Type.String(), Type.Null()]),
    prefix: Type.Array(Type.String()),
  }),
  async (organizations, { subdomain, with_credentials }) => {
    const organization = chosen(organizations, subdomain)
    const { folder, rules } = organization
    for (const name of readdirSync(folder).filter((each) => each.startsWith(copyPrefix))) {
      const path = join(folder, name)
      if (Date.now() - statSync(path).mtimeMs > leftOverAfter) rmSync(path, { recursive: true, force: true })
    }
    await organization.write((tx) => {
      const changes = { credentials: { old: null, new: with_credentials } }
      record(tx, 'organization.exported', { name: settings(organization).name, changes })
    })
    const place = mkdtempSync(join(folder, copyPrefix))
    const copy = join(place, 'database.sqlite')
    try {
      await copyDatabase(organization, copy)
    } catch (error) {
      rmSync(place, { recursive: true, force: true })
      throw error
    }
    return {
      organization: organization.subdomain,
      name: settings(organization).name,
      folder,
      copy,
      bucket: rules.uploadStorage?.bucket ?? null,
      prefix: [...(rules.uploadStorage?.prefix ?? [])],
    }
  },
)

/** Whether a new organization may have that name; asked before an archive is read for it. */
export const checkSubdomain = operation(
  'organization/check',
  Type.Object({ subdomain: Type.String() }),
  Type.Object({}),
  async (organizations, { subdomain }) => {
    if (!isValidSubdomain(subdomain))
      throw badRequest(`'${subdomain}' can't be a subdomain: use a-z, 0-9 and hyphens, at most 63 characters`)
    if (organizations.has(subdomain))
      throw badRequest(
        `There is already ${subdomain === '' ? 'a root organization' : `an organization '${subdomain}'`}: choose another name with --subdomain`,
      )
    return {}
  },
)

/** Takes up the organization that was put together of an archive. */
export const adoptOrganization = operation(
  'organization/adopt',
  Type.Object({ subdomain: Type.String(), data: Type.String() }),
  Type.Object({ organization: Type.String(), name: Type.String(), users: Type.Integer() }),
  async (organizations, { subdomain, data }) => {
    const organization = organizations.adopt(subdomain, draftFolder(data, subdomain))
    const users = directory(organization).all.filter(({ botType }) => botType === null).length
    return { organization: subdomain, name: settings(organization).name, users }
  },
)
