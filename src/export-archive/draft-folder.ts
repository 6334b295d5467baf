// The folder in which an organization is put together of an archive, before whoever holds the data folder takes it up.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** Where an organization is put together before it is taken up. */
export function draftFolder(dataFolder: string, subdomain: string): string {
  const organizations = join(dataFolder, 'organizations')
  mkdirSync(organizations, { recursive: true, mode: 0o700 })
  return join(organizations, `.import-${subdomain || 'root'}`)
}
