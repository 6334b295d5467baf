// What `confab import` has done by whoever holds the data folder: an organization is given to it, and taken up again.
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Type } from '@sinclair/typebox'
import { queues } from '../events/queues'
import { jobRunners } from '../jobs/runner'
import { databaseFile } from '../organization/organization'
import { settings } from '../organization/settings'
import { inviteImported } from '../imports/inviting'
import { chosen, operation, Subdomain } from './operation'

/** Has people who came with an import set a password: by mail, or by links for the operator to pass on. */
export const inviteTaken = operation(
  'import/invite',
  Type.Object({ subdomain: Type.String() }),
  Type.Object({
    mailed: Type.Integer(),
    links: Type.Array(Type.Object({ name: Type.String(), email: Type.String(), path: Type.String() })),
  }),
  async (organizations, { subdomain }) => {
    const { mailed, links } = await inviteImported(chosen(organizations, subdomain))
    return { mailed, links: [...links] }
  },
)

/** Closes an organization and gives its folder to the command; one that a command before has not given back, too. */
export const beginImport = operation(
  'import/begin',
  Type.Object({ subdomain: Subdomain }),
  Type.Object({ organization: Type.String(), folder: Type.String() }),
  async (organizations, { subdomain }) => {
    const left = organizations.releasedFolder(subdomain ?? '')
    if (existsSync(join(left, databaseFile))) return { organization: subdomain ?? '', folder: left }
    const organization = chosen(organizations, subdomain)
    queues(organization).drain()
    await jobRunners(organization).current?.stop()
    const folder = await organizations.release(organization)
    // Clients register anew: their queues would know nothing of what comes now.
    for (const name of readdirSync(folder)) {
      if (name === 'queues.json' || /^events-.*\.journal$/.test(name))
        rmSync(join(folder, name), { force: true })
    }
    return { organization: organization.subdomain, folder }
  },
)

/** Takes the organization up again. */
export const endImport = operation(
  'import/end',
  Type.Object({ subdomain: Type.String() }),
  Type.Object({ name: Type.String() }),
  async (organizations, { subdomain }) => {
    const organization = organizations.adopt(subdomain, organizations.releasedFolder(subdomain))
    return { name: settings(organization).name }
  },
)
