// People of an import become accounts; those whose address somebody here has are that person.
import { avatarPictures, setAvatar } from '../accounts/avatars'
import { checkedFullName } from '../accounts/creating'
import { changesBetween, record } from '../audit-log/recording'
import { ApiError } from '../http/errors'
import { seconds } from '../organization/clock'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import { withPictures } from '../pictures/storing'
import { newAccountSettings, takeDefaults } from '../user-settings/repository'
import { emailAddress } from '../users/email-address'
import { roles } from '../users/rank'
import { directory, emailKey, insertUser } from '../users/repository'
import { isOwnAddress } from '../users/wire'
import type { Report } from './report'
import { noteTaken, takenId } from './repository'
import { UnreadableSource, type Source, type SourceFile, type SourcePerson } from './source'

const perWrite = 200
/** Of a picture, in bytes. */
const largestPicture = 5 * 1024 * 1024

/** @returns the IDs of people here, by their IDs there */
export async function takePeople(
  organization: Organization,
  source: Source,
  report: Report,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  let waiting: SourcePerson[] = []
  const takeWaiting = async () => {
    const people = waiting
    waiting = []
    const taken = await organization.write((tx) => people.map((person) => takePerson(tx, source, person)))
    for (const [index, { id, isNew }] of taken.entries()) {
      const person = people[index]
      if (!person) continue
      ids.set(person.id, id)
      ;(isNew ? report.taken : report.known).people += 1
      if (isNew && person.email === undefined)
        report.note('People without an e-mail address have made-up ones', person.name)
      if (isNew && person.avatar) await takeAvatar(organization, id, person.avatar, report)
    }
  }
  for await (const person of source.people()) {
    waiting.push(person)
    if (waiting.length === perWrite) await takeWaiting()
  }
  await takeWaiting()
  return ids
}

/** Somebody whom only a message names. @returns their ID here */
export function takeSender(tx: Transaction, source: Source, person: SourcePerson, report: Report): number {
  const { id, isNew } = takePerson(tx, source, person)
  if (isNew) report.taken.people += 1
  return id
}

function takePerson(
  tx: Transaction,
  { id: source }: Source,
  person: SourcePerson,
): { id: number; isNew: boolean } {
  const { organization } = tx
  const known = takenId(tx, source, 'person', person.id)
  if (known !== undefined) return { id: known, isNew: false }
  const address = addressOf(source, person)
  const holder = directory(organization).byEmailKey.get(emailKey(address))
  const id = holder?.id ?? insertAccount(tx, person, address)
  noteTaken(tx, source, 'person', person.id, id)
  return { id, isNew: holder === undefined }
}

/** Addresses that are none, or the server's own, are made up: nobody can log in with these. */
function addressOf(source: string, { id, email }: SourcePerson): string {
  const clean = email === undefined ? undefined : emailAddress(email)
  if (clean !== undefined && !isOwnAddress(clean)) return clean
  const name = `${id}-${source}`.toLowerCase().replaceAll(/[^a-z0-9-]+/g, '-')
  return `${name.slice(0, 60)}@imported.invalid`
}

function insertAccount(tx: Transaction, person: SourcePerson, email: string): number {
  const { organization } = tx
  const user = insertUser(tx, {
    email,
    emailKey: emailKey(email),
    fullName: nameOf(organization, person),
    role: roles[person.role],
    isActive: person.isActive,
    timezone: person.timezone ?? '',
    emailAddressVisibility: newAccountSettings(organization).email_address_visibility,
    dateJoined: seconds(organization.clock),
  })
  takeDefaults(tx, user.id)
  record(tx, 'user.created', {
    id: user.id,
    name: user.fullName,
    changes: changesBetween(undefined, user, ['email', 'role']),
  })
  return user.id
}

/** What can't stand in a name here is left out of it. */
function nameOf(organization: Organization, { id, name }: SourcePerson): string {
  const clean = name.replaceAll(/[*`\\>"@#|]|\p{C}/gu, ' ')
  for (const candidate of [
    clean,
    [...clean].slice(0, 90).join(''),
    `${[...clean].slice(0, 80).join('')} ${id}`,
    `Imported ${id}`,
  ]) {
    try {
      return checkedFullName(organization, candidate)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
  }
  return `Imported ${directory(organization).all.length + 1}`
}

async function takeAvatar(
  organization: Organization,
  id: number,
  file: SourceFile,
  report: Report,
): Promise<void> {
  const user = directory(organization).byId.get(id)
  if (!user) return
  try {
    const bytes = await bytesOf(file, largestPicture)
    if (!bytes) return report.note('Pictures of people are not in the archive', user.fullName)
    const pictures = await avatarPictures(organization, user, new File([bytes], file.name))
    await withPictures(organization, 'person', pictures, (tx, names) => setAvatar(tx, user, names))
  } catch (error) {
    if (!(error instanceof ApiError) && !(error instanceof UnreadableSource)) throw error
    report.note('Pictures of people that can’t be read', `${user.fullName}: ${error.message}`)
  }
}

/** A small file; undefined where the archive has none, or it is larger. */
export async function bytesOf(file: SourceFile, most: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (!file.open) return undefined
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of await file.open()) {
    size += chunk.length
    if (size > most) return undefined
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}
