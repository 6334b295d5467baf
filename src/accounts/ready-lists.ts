// Lists of people as clients read them, kept as JSON: everybody's clients ask for everybody, and it is the longest of answers.
import { JsonText } from '../http/envelope'
import type { Organization } from '../organization/organization'
import { directory, profiles, type Directory, type Profile, type User } from '../users/repository'
import { listedUser, profileData, userView, type UserReader, type UserView } from '../users/wire'

interface ListKind {
  has(user: User): boolean
  /** Whether objects say if the account is active: of the register's lists it is said by which one it is. */
  readonly saysActive: boolean
  readonly hasProfiles: boolean
}

/** Those of the register, and that of GET /users as callers can ask for it. None has the system's bots. */
const kinds = {
  active: { has: (user) => user.isActive, saysActive: false, hasProfiles: true },
  inactive: { has: (user) => !user.isActive, saysActive: false, hasProfiles: true },
  members: { has: () => true, saysActive: true, hasProfiles: false },
  membersWithProfiles: { has: () => true, saysActive: true, hasProfiles: true },
} satisfies Record<string, ListKind>

/** The people of a list, as all of one role who ask in the same way are shown them: in UTF-8, with commas between. */
interface ReadyList {
  readonly bytes: Uint8Array
  /** Of each, ascending; and where in the bytes they start, with the end after the last, as if there were a comma. */
  readonly ids: readonly number[]
  readonly starts: readonly number[]
}

/** How many lists are kept for each organization. */
const mostKept = 12

/** By how they are asked for, as long as no account and no profile changes. */
const readyLists = new WeakMap<
  Directory,
  { of: ReadonlyMap<number, Profile>; lists: Map<string, ReadyList> }
>()

/** A list for somebody who sees everybody: its JSON. */
export function peopleList(
  organization: Organization,
  kind: keyof typeof kinds,
  reader: UserReader,
): JsonText {
  const { bytes, ids, starts } = readyList(organization, kind, reader)
  const { viewer } = reader
  const place = viewer ? ids.indexOf(viewer.id) : -1
  const start = starts[place]
  const next = starts[place + 1]
  if (!viewer || start === undefined || next === undefined) return new JsonText('[', bytes, ']')
  // Of their own address they see more than others of their role.
  const own = personText(organization, kinds[kind], viewer, userView(viewer, reader))
  return new JsonText('[', bytes.subarray(0, start), own, bytes.subarray(next - 1), ']')
}

function readyList(organization: Organization, kind: keyof typeof kinds, reader: UserReader): ReadyList {
  const people = directory(organization)
  const of = profiles(organization)
  const known = readyLists.get(people)
  const lists = known?.of === of ? known.lists : new Map<string, ReadyList>()
  if (lists !== known?.lists) readyLists.set(people, { of, lists })
  const { viewer, clientGravatar, avatarUrlOptional } = reader
  const key = [kind, viewer?.role, clientGravatar, avatarUrlOptional].join(' ')
  const ready = lists.get(key)
  if (ready) return ready
  const [oldest] = lists.keys()
  if (oldest !== undefined && lists.size >= mostKept) lists.delete(oldest)
  // Whoever it is that asks: a number that nobody has.
  const list = madeList(organization, kinds[kind], { ...reader, viewer: viewer && { ...viewer, id: 0 } })
  lists.set(key, list)
  return list
}

function madeList(organization: Organization, kind: ListKind, reader: UserReader): ReadyList {
  const all = directory(organization).all.filter((user) => !user.isSystemBot && kind.has(user))
  const texts = all.map((user) => personText(organization, kind, user, userView(user, reader)))
  const starts = [0]
  let end = 0
  for (const text of texts) starts.push((end += Buffer.byteLength(text) + 1))
  return { bytes: Buffer.from(texts.join(',')), ids: all.map(({ id }) => id), starts }
}

/** A person's user object in the register state, as JSON. */
export function listedUserText(organization: Organization, user: User, view: UserView): string {
  return personText(organization, kinds.active, user, view)
}

function personText(
  organization: Organization,
  { saysActive, hasProfiles }: ListKind,
  user: User,
  view: UserView,
): string {
  const active = saysActive ? `,"is_active":${user.isActive}` : ''
  const { profile_data } = hasProfiles ? profileData(organization, user) : {}
  const profile = profile_data === undefined ? '' : `,"profile_data":${JSON.stringify(profile_data)}`
  return `${accountText(organization, user, view)}${active}${profile}}`
}

/** What all these objects have of an account, in the few ways that viewers see it, as long as no account changes. */
const accountTexts = new WeakMap<User, (string | undefined)[]>()

/** As JSON, without the brace at the end. */
function accountText(organization: Organization, user: User, view: UserView): string {
  const texts = accountTexts.get(user) ?? []
  if (texts.length === 0) accountTexts.set(user, texts)
  const { seesEmail, isLoggedIn, clientGravatar, avatarUrlOptional } = view
  const way =
    (seesEmail ? 1 : 0) | (isLoggedIn ? 2 : 0) | (clientGravatar ? 4 : 0) | (avatarUrlOptional ? 8 : 0)
  return (texts[way] ??= JSON.stringify(listedUser(organization, user, view)).slice(0, -1))
}
