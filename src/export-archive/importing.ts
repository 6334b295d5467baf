// Makes an organization's folder of an archive, to be taken up by whoever holds the data folder: all of it or nothing.
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { issueApiKey, newKey } from '../accounts/api-keys'
import { record } from '../audit-log/recording'
import { botDetails, updateBot } from '../bots/repository'
import { externalImagePath, externalImageUrl } from '../external-images/address'
import { synced } from '../file-store/disk'
import { systemClock } from '../organization/clock'
import { holdDataFolder } from '../organization/data-folder'
import { beginLog, closeDatabase, openDatabase } from '../organization/database'
import { databaseFile, Organization } from '../organization/organization'
import { settings } from '../organization/settings'
import type { Transaction } from '../organization/writer'
import { directory } from '../users/repository'
import { readArchive, type Read } from './reading'

/** What one write looks through at most. */
const messagesPerWrite = 500

/**
 * Fills a folder with what an archive has. Whatever was there of an attempt before is gone first.
 * @param folder on the disk of the data folder, for this alone
 * @throws UnreadableArchive, DataFolderInUseError where another process is at it; then nothing is left
 */
export async function importArchive(
  archive: string,
  folder: string,
  onProgress: (part: number) => void,
): Promise<Read> {
  const hold = holdDataFolder(folder)
  try {
    for (const name of readdirSync(folder)) {
      if (!name.startsWith('server.lock')) rmSync(join(folder, name), { recursive: true })
    }
    const read = await fill(archive, folder, onProgress)
    await settle(folder, read)
    await synced(join(folder, databaseFile))
    hold.release()
    rmSync(join(folder, 'server.lock'), { force: true })
    return read
  } catch (error) {
    hold.release()
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

async function fill(archive: string, folder: string, onProgress: (part: number) => void): Promise<Read> {
  const connection = openDatabase(join(folder, databaseFile))
  const { sqlite } = connection
  try {
    // Nobody has it before it is whole: what a crash leaves of it is made anew.
    sqlite.run('PRAGMA synchronous = OFF')
    sqlite.run('PRAGMA foreign_keys = OFF')
    beginLog(sqlite)
    return await readArchive(archive, folder, sqlite, onProgress)
  } finally {
    closeDatabase(connection)
  }
}

/** What an archive lacks on purpose is made anew, and what the old server had signed is signed. */
async function settle(folder: string, { hasSigningKey }: Read): Promise<void> {
  const organization = Organization.open('', folder, systemClock)
  try {
    await organization.write((tx) => {
      giveKeys(tx)
      record(tx, 'organization.imported', { name: settings(organization).name })
    })
    if (hasSigningKey) return
    for (let after = 0, last; (last = await signSome(organization, after)) !== undefined;) after = last
  } finally {
    await organization.close()
  }
}

/** Bots of archives without credentials have no keys. */
function giveKeys(tx: Transaction): void {
  const { organization } = tx
  const { byId } = directory(organization)
  for (const { userId, apiKey, payloadUrl, webhookToken } of botDetails(organization).values()) {
    const bot = byId.get(userId)
    if (!bot) continue
    if (apiKey === '') updateBot(tx, userId, { apiKey: issueApiKey(tx, userId, bot.fullName) })
    if (payloadUrl !== null && webhookToken === null) updateBot(tx, userId, { webhookToken: newKey() })
  }
}

const signedAddress = new RegExp(`${externalImagePath}/[0-9a-f]{64}/([A-Za-z0-9_-]+)`, 'g')

/** Images from elsewhere stand in messages at addresses that the old server has signed. @returns the last message; undefined at the end */
function signSome(organization: Organization, after: number): Promise<number | undefined> {
  return organization.write(({ sqlite }) => {
    const some = sqlite
      .query<{ id: number; html: string }, [number, number]>(
        `SELECT id, rendered_content AS html FROM messages WHERE id > ?
         AND instr(rendered_content, '${externalImagePath}/') ORDER BY id LIMIT ?`,
      )
      .all(after, messagesPerWrite)
    const update = sqlite.query('UPDATE messages SET rendered_content = ? WHERE id = ?')
    for (const { id, html } of some) {
      const signed = html.replaceAll(signedAddress, (known, address: string) => {
        return externalImageUrl(organization, Buffer.from(address, 'base64url').toString()) ?? known
      })
      update.run(signed, id)
    }
    return some.at(-1)?.id
  })
}
