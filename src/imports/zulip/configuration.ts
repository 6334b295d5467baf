// What administrators of Zulip have set up, as its data export has it.
import { Payload } from '../../incoming-webhooks/payload'
import { rowsIn } from '../archive'
import type { SourceConfiguration, SourceGroup, SourceProfileField } from '../source'
import type { Spool } from '../spool'
import { rowsOf } from './tables'

/** Settings that are a channel: what they are called here, and there. */
const channelSettings = {
  new_stream_announcements_stream_id: 'new_stream_announcements_stream',
  signup_announcements_stream_id: 'signup_announcements_stream',
  zulip_update_announcements_stream_id: 'zulip_update_announcements_stream',
  moderation_request_channel_id: 'moderation_request_channel',
} as const

export function configurationIn(spool: Spool): SourceConfiguration {
  const [organization = new Payload(undefined)] = rowsIn(spool, 'zerver_realm')
  return {
    // Most are called alike; what is none of ours, or has another form, is left out.
    settings: Object.fromEntries(organization.entries().map(([name, { value }]) => [name, value])),
    channelSettings: Object.fromEntries(
      Object.entries(channelSettings).map(([here, there]) => [here, organization.text(there)]),
    ),
    folders: Array.from(rowsIn(spool, 'zerver_channelfolder'))
      .filter((folder) => !folder.is('is_archived'))
      .map((folder) => ({
        id: folder.text('id'),
        name: folder.text('name'),
        description: folder.text('description'),
      })),
    groups: Array.from(groupsIn(spool)),
    linkifiers: Array.from(rowsIn(spool, 'zerver_realmfilter'), (each) => ({
      pattern: each.text('pattern'),
      urlTemplate: each.text('url_template'),
    })),
    playgrounds: Array.from(rowsIn(spool, 'zerver_realmplayground'), (each) => ({
      name: each.text('name'),
      language: each.text('pygments_language'),
      urlTemplate: each.text('url_template'),
    })),
    profileFields: Array.from(rowsIn(spool, 'zerver_customprofilefield'), fieldOf),
  }
}

/** Groups that people have made; their names are in a table of their own in newer exports. */
function* groupsIn(spool: Spool): Iterable<SourceGroup> {
  for (const table of ['zerver_usergroup', 'zerver_namedusergroup']) {
    for (const group of rowsIn(spool, table)) {
      const name = group.text('name')
      if (name === '' || group.is('is_system_group') || group.is('deactivated')) continue
      const id = group.text('usergroup_ptr') || group.text('id')
      const within = (list: string, field: string) =>
        rowsOf(spool, list, Number(id)).map((each) => each.text(field))
      yield {
        id,
        name,
        description: group.text('description'),
        memberIds: within('zerver_usergroupmembership', 'user_profile'),
        subgroupIds: within('zerver_groupgroupmembership', 'subgroup'),
      }
    }
  }
}

function fieldOf(field: Payload): SourceProfileField {
  return {
    id: field.text('id'),
    kind: field.number('field_type') ?? 0,
    name: field.text('name'),
    hint: field.text('hint'),
    fieldData: Object.fromEntries(
      jsonIn(field, 'field_data')
        .entries()
        .map(([name, { value }]) => [name, value]),
    ),
    isInSummary: field.is('display_in_profile_summary'),
  }
}

/** What a text says that is JSON; nothing if it is none. */
export function jsonIn(object: Payload, name: string): Payload {
  const at = object.at(name)
  if (typeof at.value !== 'string') return at
  try {
    return new Payload(JSON.parse(at.value))
  } catch {
    return new Payload(undefined)
  }
}
