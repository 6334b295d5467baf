// What administrators had set up elsewhere: settings, folders, groups, fields of profiles. What is set up here already stays.
import { Value } from '@sinclair/typebox/value'
import { changeOrganizationSettings } from '../administration/settings'
import { createFolder } from '../channel-folders/actions'
import { allChannelFolders } from '../channel-folders/repository'
import { ApiError } from '../http/errors'
import { addLinkifier } from '../linkifiers/actions'
import { allLinkifiers } from '../linkifiers/repository'
import { isChangeableSetting } from '../organization-settings/parameters'
import type { Organization } from '../organization/organization'
import { storedSettings } from '../organization/settings'
import { catalogue } from '../organization/settings-catalogue'
import { addPlayground } from '../playgrounds/actions'
import { allPlaygrounds } from '../playgrounds/repository'
import { createProfileField } from '../profile-fields/actions'
import { allProfileFields } from '../profile-fields/repository'
import { createGroup } from '../user-groups/managing/creating'
import { groupNameKey } from '../user-groups/managing/names'
import { groupGraph } from '../user-groups/repository'
import { directory, type User } from '../users/repository'
import type { Report } from './report'
import { noteTaken, takenIds } from './repository'
import type { Source, SourceConfiguration, SourceGroup } from './source'

/** What an organization is called was decided when it was made. */
const ownSettings = new Set(['name'])

/** What else of a source may refer to what was set up: IDs here, by those there. */
export interface Configured {
  readonly folders: ReadonlyMap<string, number>
  readonly profileFields: ReadonlyMap<string, number>
}

/** What messages and channels need: it is taken before them. Each by its name: what is called so already is the same. */
export async function takeConfiguration(
  organization: Organization,
  source: Source,
  owner: User,
  people: ReadonlyMap<string, number>,
  report: Report,
): Promise<Configured> {
  const configuration = source.configuration?.()
  const configured = { folders: new Map<string, number>(), profileFields: new Map<string, number>() }
  if (!configuration) return configured
  for (const { id, name, description } of configuration.folders) {
    const known = allChannelFolders(organization).find((each) => each.name === name)
    const taken =
      known?.id ??
      (await tried(report, 'Channel folders', name, () =>
        createFolder(organization, owner, { name, description }),
      ))
    if (taken !== undefined) configured.folders.set(id, taken)
  }
  for (const field of configuration.profileFields) {
    const known = allProfileFields(organization).find((each) => each.name === field.name)
    const request = { ...field, isRequired: undefined, isEditableByUser: undefined }
    const taken =
      known?.id ??
      (await tried(report, 'Fields of profiles', field.name, () =>
        createProfileField(organization, owner, field.kind, request),
      ))
    if (taken !== undefined) configured.profileFields.set(field.id, taken)
  }
  for (const linkifier of configuration.linkifiers) {
    if (allLinkifiers(organization).some((each) => each.pattern === linkifier.pattern)) continue
    await tried(report, 'Linkifiers', linkifier.pattern, () => addLinkifier(organization, owner, linkifier))
  }
  for (const playground of configuration.playgrounds) {
    const isSame = (each: { name: string; language: string }) =>
      each.name === playground.name && each.language === playground.language
    if (allPlaygrounds(organization.db).some(isSame)) continue
    await tried(report, 'Playgrounds', playground.name, () => addPlayground(organization, owner, playground))
  }
  await takeGroups(organization, source, configuration, { owner, people, report })
  return configured
}

/** Groups within groups come before those; what is in a circle, or in what was not taken, is left out. */
async function takeGroups(
  organization: Organization,
  { id: source }: Source,
  { groups }: SourceConfiguration,
  { owner, people, report }: { owner: User; people: ReadonlyMap<string, number>; report: Report },
): Promise<void> {
  const { byId } = directory(organization)
  const ids = takenIds(organization.db, source, 'group')
  const take = async (group: SourceGroup): Promise<void> => {
    if (ids.has(group.id)) return
    const key = groupNameKey(group.name)
    if ([...groupGraph(organization).byId.values()].some(({ nameKey }) => nameKey === key))
      return report.note('User groups of names that are taken here', group.name)
    const memberIds = group.memberIds.flatMap((id) => people.get(id) ?? [])
    const request = {
      name: group.name,
      description: group.description,
      memberIds: memberIds.filter((id) => byId.get(id)?.isActive),
      subgroupIds: group.subgroupIds.flatMap((id) => ids.get(id) ?? []),
      permissions: {},
    }
    const id = await tried(report, 'User groups', group.name, () => createGroup(organization, owner, request))
    if (id === undefined) return
    ids.set(group.id, id)
    await organization.write((tx) => noteTaken(tx, source, 'group', group.id, id))
  }
  for (const group of inOrder(groups)) await take(group)
}

/** Those that others consist of first. */
function inOrder(groups: readonly SourceGroup[]): readonly SourceGroup[] {
  const byId = new Map(groups.map((group) => [group.id, group]))
  const ordered = new Set<SourceGroup>()
  const visited = new Set<string>()
  const waiting = groups.map((group) => ({ group, isReady: false })).toReversed()
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { group, isReady } = next
    if (isReady) ordered.add(group)
    else if (!visited.has(group.id)) {
      visited.add(group.id)
      waiting.push({ group, isReady: true })
      for (const id of group.subgroupIds) {
        const within = byId.get(id)
        if (within && !visited.has(id)) waiting.push({ group: within, isReady: false })
      }
    }
  }
  return [...ordered]
}

/** Settings that nobody has changed here become what they were there. @param channels their IDs here, by those there */
export async function takeSettings(
  organization: Organization,
  source: Source,
  owner: User,
  channels: ReadonlyMap<string, number>,
  report: Report,
): Promise<void> {
  const configuration = source.configuration?.()
  if (!configuration) return
  const inChannels = Object.entries(configuration.channelSettings).flatMap(([name, id]) => {
    const channelId = channels.get(id)
    return channelId === undefined ? [] : [[name, channelId] as const]
  })
  for (const [name, value] of [...Object.entries(configuration.settings), ...inChannels]) {
    if (!isChangeableSetting(name) || ownSettings.has(name)) continue
    if (storedSettings(organization).has(name) || value === undefined) continue
    if (!Value.Check(catalogue.properties[name], value)) {
      report.note('Settings that can’t be what they were', name)
      continue
    }
    await tried(report, 'Settings', name, () =>
      changeOrganizationSettings(organization, owner, { [name]: value }),
    )
  }
}

/** What comes of it; undefined, and noted, where it can't be done here. @param what many of it, such as `Linkifiers` */
export async function tried<Taken>(
  report: Report,
  what: string,
  example: string,
  take: () => Promise<Taken>,
): Promise<Taken | undefined> {
  try {
    return await take()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    report.note(`${what} that can’t be taken`, `${example}: ${error.message}`)
    return undefined
  }
}
